-- SPDX-License-Identifier: Apache-2.0
--
-- What belongs together in a capture of TTP: replays, gaps, repeats, which frame answers which.
-- ttp.lua loads this file from its own folder; Wireshark, which loads all files there by itself,
-- finds nothing in it. docs/wireshark.md has the rules.
--
-- State is built once, when a frame is seen first, in the order of the file; the results are kept
-- by frame number. Lua 5.2 to 5.4: no bit operators, and IDs are taken modulo 2^32 by hand.

local W = 4294967296
local links = {
    OPEN = 0, OPEN_ACK = 1, OPEN_NACK = 2, CLOSE = 3, CLOSE_ACK = 4, CLOSE_NACK = 5, PAYLOAD = 6,
    ACK = 7, NACK = 8, NOLINK = 10,
}
local OPEN, OPEN_ACK, OPEN_NACK = links.OPEN, links.OPEN_ACK, links.OPEN_NACK
local CLOSE, CLOSE_ACK, CLOSE_NACK = links.CLOSE, links.CLOSE_ACK, links.CLOSE_NACK
local PAYLOAD, ACK, NACK, NOLINK = links.PAYLOAD, links.ACK, links.NACK, links.NOLINK

local results, directions = {}, {}    -- by frame number; by view, source, destination, VC

function links.reset() results, directions = {}, {} end

-- Age of IDs: the sign of the 32-bit difference.
local function newer(a, b)
    local d = (a - b) % W
    return d > 0 and d < 2147483648
end

local function direction()
    return { life = 0, ids = {}, last = {}, opened = { open = {} }, closing = { open = {} } }
end

local function find(view, src, dst, vc)
    local key = string.format("%d %d %d %d", view, src, dst, vc)
    if not directions[key] then directions[key] = direction() end
    return directions[key]
end

local function begin_life(d, other)
    local opened = d.opened
    for k in pairs(d) do d[k] = nil end
    for k, v in pairs(direction()) do d[k] = v end
    d.opened = opened
    other.closing = { open = {} }
    for op in pairs(other.last) do if op ~= OPEN then other.last[op] = nil end end
end

-- A new life is known by its OPEN, or by the OPEN_ACK to one.
local function foreign(d, other, h)
    if h.to_life == 0 then return false end
    local begins = h.op == OPEN_ACK or h.op == OPEN_NACK
    return (other.life ~= 0 and other.life ~= h.to_life)
        or (not begins and d.life ~= 0 and d.life ~= h.life)
end

local function repeated(d, h)
    local l = d.last[h.op]
    if not l or l.txid ~= h.txid or l.life ~= h.life then return nil end
    if h.op ~= OPEN and h.op ~= CLOSE and l.rxid ~= h.rxid then return nil end
    -- The reference opens each life with the same ID.
    if h.op == OPEN and d.closed and h.life == 0 then return nil end
    return l.first
end

local function on_open(d, other, h, r, number)
    local goes_on = false
    if d.known and d.life ~= 0 then
        goes_on = h.life == d.life
    elseif not d.closed and (not d.known or h.life == 0) then
        -- Of a stranger: by the ID that it names.
        if d.acked then goes_on = h.txid == d.acked or h.txid == (d.acked - 1) % W
        else goes_on = d.ids[(h.txid + 1) % W] ~= nil end
    end
    if not r.repeat_of then
        if goes_on then
            if d.last[OPEN] or next(d.ids) then r.reopen = true end
        else
            -- A stranger that has only answered so far opens its own way.
            if not d.closed and ((d.known and d.life ~= 0) or next(d.ids)) then r.restart = true end
            begin_life(d, other)
            d.top = h.txid
        end
        d.known, d.life = true, h.life
        d.opened = { txid = h.txid, open = {} }
    end
    d.opened.latest = number
    table.insert(d.opened.open, number)
end

local function on_open_ack(d, other, h, r)
    if (d.known and d.life ~= h.life) or (d.closed and h.life == 0) then
        if not d.closed then r.restart = true end
        begin_life(d, other)
    end
    d.known, d.life = true, h.life
    -- The TxID of a stranger's OPEN_ACK means nothing.
    if h.life ~= 0 and not d.top then d.top = (h.txid - 1) % W end
end

local function on_payload(d, h, r, number)
    local id = h.txid
    local ahead = d.top and newer(id, (d.top + 1) % W) and (id - d.top - 1) % W or 0
    if ahead > 65535 then
        r.far = true
        return
    end
    local i = d.ids[id]
    if i then
        r.replay_of = i.first
    else
        i = { first = number, open = {} }
        d.ids[id] = i
        if ahead > 0 then r.gap = ahead end
        if d.top and not newer(id, d.top) then r.late = true end
        if not d.top or newer(id, d.top) then d.top = id end
    end
    i.latest = number
    r.ack_in = i.ack_in
    if i.ack_in then return end
    table.insert(i.open, number)
    if not d.low or newer(d.low, id) then d.low = id end
end

-- Everything that `d` sent up to `upto` has arrived, says frame `number`.
local function cover(d, r, upto, number)
    local function take(i)
        if #i.open == 0 then return end
        i.ack_in = number
        for _, n in ipairs(i.open) do results[n].ack_in = number end
        i.open = {}
        r.ack_new = (r.ack_new or 0) + 1
    end
    if not d.low or newer(d.low, upto) then return end
    if (upto - d.low) % W > 65535 then          -- no walk over what a strange ID spans
        for id, i in pairs(d.ids) do if not newer(id, upto) then take(i) end end
    else
        for k = 0, (upto - d.low) % W do
            local i = d.ids[(d.low + k) % W]
            if i then take(i) end
        end
    end
    d.low = (upto + 1) % W
end

local function acknowledge(d, h, r, number)
    local nack = h.op == NACK and 1 or 0         -- it names the missing ID
    if d.top and newer(h.rxid, (d.top + nack) % W) then
        r.illegal = true
        return
    end
    if d.ids[h.rxid] then r.request_in = d.ids[h.rxid].latest end
    local upto = (h.rxid - nack) % W
    cover(d, r, upto, number)
    if not d.acked or newer(upto, d.acked) then d.acked = upto end
end

local function answer(q, r, number)
    r.request_in = q.latest
    for _, n in ipairs(q.open) do results[n].response_in = number end
    q.open = {}
end

local function analyse(h, r, number)
    -- A port's own capture names the direction: each port has its own view of what was seen.
    local view = h.dir == 0 and 1 + h.src or h.dir == 1 and 1 + h.dst or 0
    local d, other = find(view, h.src, h.dst, h.vc), find(view, h.dst, h.src, h.vc)
    if foreign(d, other, h) then
        r.foreign = true
        return
    end
    if h.op ~= PAYLOAD then r.repeat_of = repeated(d, h) end

    if h.op == OPEN then
        on_open(d, other, h, r, number)
    elseif h.op == OPEN_ACK or h.op == OPEN_NACK then
        if h.op == OPEN_ACK and not r.repeat_of then on_open_ack(d, other, h, r) end
        if other.opened.txid == h.rxid then answer(other.opened, r, number) end
    elseif h.op == CLOSE then
        if d.closing.txid ~= h.txid then d.closing = { txid = h.txid, open = {} } end
        d.closing.latest = number
        table.insert(d.closing.open, number)
    elseif h.op == CLOSE_ACK or h.op == CLOSE_NACK then
        -- The reference echoes another field: what a stranger says is taken for an answer.
        if other.closing.latest and (d.life == 0 or other.closing.txid == h.rxid) then
            answer(other.closing, r, number)
            if h.op == CLOSE_ACK then d.closed, other.closed = true, true end
        end
    elseif h.op == PAYLOAD then
        on_payload(d, h, r, number)
    elseif h.op == ACK or h.op == NACK then
        acknowledge(other, h, r, number)
    elseif h.op == NOLINK then
        if other.ids[h.rxid] then r.request_in = other.ids[h.rxid].latest end
        -- A stranger without a link: its own next first payload may carry any ID.
        if not r.repeat_of and d.life == 0 then begin_life(d, other) end
    end
    -- Last: a new life forgets what was sent before, but not this frame.
    if h.op ~= PAYLOAD then
        local first = r.repeat_of or number
        d.last[h.op] = { first = first, txid = h.txid, rxid = h.rxid, life = h.life }
    end
end

-- The marks of a frame with this header; drop_rule says by what a MAC drops it, if it does.
function links.marks(number, h, drop_rule)
    local r = results[number]
    if not r then
        r = { drop = drop_rule(h) }
        results[number] = r
        if not r.drop then analyse(h, r, number) end
    end
    return r
end

return links
