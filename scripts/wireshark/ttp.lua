-- SPDX-License-Identifier: Apache-2.0
--
-- TTP over Ethernet (EtherType 0x9AC6) for Wireshark and tshark: fields, what a MAC would refuse,
-- replays, gaps, repeats, and which frame answers which. docs/wireshark.md has the rules;
-- sim/wire/decode.cpp is the other reading of them. `make wireshark` installs this file; it is one file,
-- because Wireshark loads each file of its folder by itself.
--
-- Wireshark has a "ttp" already (infrared), so the filter names begin with "ttpoe".
--
-- State is built once, when a frame is seen first, in the order of the file; the results are kept
-- by frame number. In that pass there may be no tree, so the addresses come from pinfo. In a single
-- pass of tshark a frame can not name a later one; -2 and Wireshark can. Lua 5.2 to 5.4: no bit
-- operators, and IDs are taken modulo 2^32 by hand.

local ttp = Proto("ttpoe", "Tesla Transport Protocol over Ethernet")
local W = 4294967296

local OP = { [0] = "OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK", "CLOSE_NACK", "PAYLOAD", "ACK", "NACK",
             "NACK_FULL", "NACK_NOLINK" }
local OPEN, OPEN_ACK, OPEN_NACK, CLOSE, CLOSE_ACK, CLOSE_NACK, PAYLOAD, ACK, NACK, NOLINK = 0, 1, 2, 3, 4, 5, 6, 7, 8, 10
local EXT = {}
for i = 0, 255 do
    EXT[i] = i == 0 and "base" or i >= 0x10 and i <= 0x1f and "feature negotiation" or i == 0x20 and "selective acknowledge"
        or i >= 0xd0 and i <= 0xef and "payload modifier" or i >= 0xf0 and i <= 0xfe and "frame check"
        or i == 0xff and "padding" or "unassigned"
end
local DROP = {
    long = "longer than 1536 bytes", short = "cut short", dst = "the destination is no TTP node", tth = "TTH byte 14 is not 0x05",
    src = "the source is the destination's own node", gateway = "gateway bit", opcode = "opcode above 10", vc = "VC above 2",
    length = "TSH length below 26, or a PAYLOAD of 0 or more than 1024 bytes" }

-- ---------------------------------------------------------------- fields

local f = {}
local function field(key, make, name, ...) f[key] = make("ttpoe." .. key, name, ...) end

field("tth", ProtoField.none, "Transport header (TTH)")
field("tth.subtype", ProtoField.uint8, "Subtype", base.DEC, nil, 0xc0)
field("tth.version", ProtoField.uint8, "Version", base.DEC, nil, 0x30)
field("tth.header_words", ProtoField.uint8, "Header length, 32-bit words", base.DEC, nil, 0x0f)
field("tth.gateway", ProtoField.uint8, "Gateway", base.DEC, nil, 0x80)
field("tth.reserved", ProtoField.uint8, "Reserved", base.HEX, nil, 0x7f)
field("tth.total", ProtoField.uint16, "Total length", base.DEC)
field("tth.padding", ProtoField.bytes, "Padding")
field("tsh", ProtoField.none, "Shim header (TSH)")
field("tsh.src", ProtoField.uint24, "Source node", base.HEX)
field("tsh.dst", ProtoField.uint24, "Destination node", base.HEX)
field("tsh.length", ProtoField.uint16, "Length", base.DEC)
field("hdr", ProtoField.none, "TTP header")
field("op_reserved", ProtoField.uint8, "Reserved", base.HEX, nil, 0xc0)
field("opcode", ProtoField.uint8, "Opcode", base.DEC, OP, 0x3f)
field("vc", ProtoField.uint8, "Virtual channel", base.DEC)
field("tx", ProtoField.uint8, "tx", base.HEX)
field("rx", ProtoField.uint8, "rx", base.HEX)
field("epoch", ProtoField.uint16, "Epoch", base.DEC)
field("congestion", ProtoField.uint8, "Congestion", base.HEX)
field("version", ProtoField.uint8, "Version", base.HEX)
field("reserved", ProtoField.uint8, "Reserved", base.HEX)
field("ext", ProtoField.uint8, "Extension type", base.HEX, EXT)
field("txid", ProtoField.uint32, "TxID", base.DEC)
field("rxid", ProtoField.uint32, "RxID", base.DEC)
field("payload", ProtoField.bytes, "Payload")
field("padding", ProtoField.bytes, "Frame padding")

-- Worked out from the frame, or from what came before and after
field("life", ProtoField.uint16, "Life number", base.DEC)
field("payload_length", ProtoField.uint32, "Payload length", base.DEC)
field("drop", ProtoField.string, "A MAC drops it")
field("replay_of", ProtoField.framenum, "Replay of frame", base.NONE, frametype.RETRANS_PREV)
field("repeat_of", ProtoField.framenum, "Repeat of frame", base.NONE, frametype.DUP_ACK)
field("request_in", ProtoField.framenum, "Answers frame", base.NONE, frametype.REQUEST)
field("response_in", ProtoField.framenum, "Answered in frame", base.NONE, frametype.RESPONSE)
field("ack_in", ProtoField.framenum, "Acknowledged in frame", base.NONE, frametype.ACK)
field("gap", ProtoField.uint32, "IDs skipped", base.DEC)
field("ack_new", ProtoField.uint32, "Payloads acknowledged first here", base.DEC)
field("late", ProtoField.bool, "Older than the newest ID, first seen here")
field("far", ProtoField.bool, "More than 65535 IDs ahead")
field("illegal", ProtoField.bool, "Names an ID that was not sent")
field("reopen", ProtoField.bool, "Re-OPEN of the same life")
field("restart", ProtoField.bool, "Another life, without a CLOSE")
ttp.fields = f

local G, S = expert.group, expert.severity
local e = {
    cut     = ProtoExpert.new("ttpoe.expert.cut", "Frame cut short", G.MALFORMED, S.ERROR),
    capture = ProtoExpert.new("ttpoe.expert.capture", "The header was not captured", G.UNDECODED, S.NOTE),
    drop    = ProtoExpert.new("ttpoe.expert.drop", "A MAC drops this frame", G.PROTOCOL, S.WARN),
    replay  = ProtoExpert.new("ttpoe.expert.replay", "Replay", G.SEQUENCE, S.NOTE),
    gap     = ProtoExpert.new("ttpoe.expert.gap", "Gap: skips IDs", G.SEQUENCE, S.WARN),
    late    = ProtoExpert.new("ttpoe.expert.late", "Late: older than the newest ID, first seen here", G.SEQUENCE, S.NOTE),
    far     = ProtoExpert.new("ttpoe.expert.far", "More than 65535 IDs ahead: dropped", G.SEQUENCE, S.WARN),
    repeated = ProtoExpert.new("ttpoe.expert.repeat", "Repeat", G.SEQUENCE, S.NOTE),
    illegal = ProtoExpert.new("ttpoe.expert.illegal", "Names an ID that was not sent: ignored", G.SEQUENCE, S.WARN),
    reopen  = ProtoExpert.new("ttpoe.expert.reopen", "Re-OPEN: the link goes on", G.SEQUENCE, S.NOTE),
    restart = ProtoExpert.new("ttpoe.expert.restart", "Another life of a link that was not closed", G.SEQUENCE, S.WARN),
    ignored = ProtoExpert.new("ttpoe.expert.ignored", "Payload of a control packet: ignored", G.PROTOCOL, S.NOTE),
    garbage = ProtoExpert.new("ttpoe.expert.garbage", "Reserved bytes are not zero: the epoch does not count", G.PROTOCOL, S.NOTE),
    place   = ProtoExpert.new("ttpoe.expert.place", "Not right behind Ethernet addresses: a MAC does not take it", G.PROTOCOL, S.WARN),
}
ttp.experts = {}
for _, x in pairs(e) do table.insert(ttp.experts, x) end

-- ---------------------------------------------------------------- addresses

local known = {}                      -- text of an address -> its object and number

local function ether(n)
    local s = ""
    for i = 1, 6 do
        s = string.format("%02x", n % 256) .. (i > 1 and ":" or "") .. s
        n = math.floor(n / 256)
    end
    return Address.ether(s)
end

-- The 48 bits of an address. Lua shows it only as text, perhaps with a maker's name, but compares.
local function number_of(address)
    local text = tostring(address)
    local k = known[text]
    if k and k.object == address then return k.number end
    local low, high = 0, 281474976710655
    while low < high do
        local mid = low + math.floor((high - low) / 2)
        if ether(mid) < address then low = mid + 1 else high = mid end
    end
    known[text] = { object = ether(low), number = low }
    return low
end

-- ---------------------------------------------------------------- what belongs together

local results, directions = {}, {}    -- by frame number; by view, source, destination, VC

function ttp.init() results, directions, known = {}, {}, {} end

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
    elseif not d.closed and (not d.known or h.life == 0) then     -- of a stranger: by the ID that it names
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
        d.last[h.op] = { first = r.repeat_of or number, txid = h.txid, rxid = h.rxid, life = h.life }
    end
end

-- ---------------------------------------------------------------- one frame

local function header(tvb, pinfo)
    local function u(at, n) return tvb:range(at - 14, n):uint() end
    local h = { length = tvb:reported_len() + 14, dir = pinfo.p2p_dir,
                tth = u(14, 1), gateway = u(15, 1) >= 128, tsh = u(40, 2), op = u(42, 1) % 64, vc = u(43, 1),
                epoch = u(46, 2), txid = u(52, 4), rxid = u(56, 4) }
    h.garbage = u(44, 2) ~= 0 or u(48, 4) ~= 0
    h.life = h.garbage and 0 or h.epoch
    h.payload = h.tsh < 26 and 0 or h.tsh - 26
    if tvb:offset() == 14 then
        local dst = number_of(pinfo.dl_dst)
        h.src, h.dst, h.oui = number_of(pinfo.dl_src) % 16777216, dst % 16777216, math.floor(dst / 16777216)
    end
    return h
end

-- The rules of form by which a MAC drops a frame, in its order.
local function drop_rule(h)
    if h.length > 1536 then return "long" end
    if h.length < 60 then return "short" end
    if h.oui and h.oui ~= 0x98ed5c then return "dst" end
    if h.src and h.src == h.dst then return "src" end
    if h.tth ~= 0x05 then return "tth" end
    if h.gateway then return "gateway" end
    if h.tsh < 26 or (h.op == PAYLOAD and (h.payload < 1 or h.payload > 1024)) then return "length" end
    if h.length < 60 + h.payload then return "short" end
    if not OP[h.op] then return "opcode" end
    if h.vc > 2 then return "vc" end
end

local function info(h, r)
    local s = (OP[h.op] or "opcode " .. h.op) .. " VC " .. h.vc
    local all = not OP[h.op]
    if all or h.op == OPEN or h.op == OPEN_ACK or h.op == CLOSE or h.op == CLOSE_NACK or h.op == PAYLOAD then
        s = s .. string.format(" TxID %d", h.txid)
    end
    if all or (h.op ~= OPEN and h.op ~= PAYLOAD) then s = s .. string.format(" RxID %d", h.rxid) end
    if (h.op == OPEN or h.op == OPEN_ACK) and h.life ~= 0 then s = s .. " life " .. h.life end
    if h.payload > 0 then s = s .. ", " .. h.payload .. " bytes" end
    local function mark(key, text)
        local v = r[key]
        if v then s = s .. " [" .. text .. (v == true and "" or v) .. "]" end
    end
    mark("drop", "drop ")
    mark("replay_of", "replay of ")
    mark("gap", "gap ")
    mark("late", "late")
    mark("far", "far")
    mark("repeat_of", "repeat of ")
    mark("reopen", "re-OPEN")
    mark("restart", "restart")
    mark("illegal", "illegal")
    mark("ack_new", "new ")
    mark("request_in", "to ")
    return s
end

-- Field, first byte in the frame, bytes
local LAYOUT = {
    { "tth", 14, 20, { "tth.subtype", 14, 1 }, { "tth.version", 14, 1 }, { "tth.header_words", 14, 1 }, { "tth.gateway", 15, 1 },
      { "tth.reserved", 15, 1 }, { "tth.total", 16, 2 }, { "tth.padding", 18, 16 } },
    { "tsh", 34, 8, { "tsh.src", 34, 3 }, { "tsh.dst", 37, 3 }, { "tsh.length", 40, 2 } },
    { "hdr", 42, 18, { "op_reserved", 42, 1 }, { "opcode", 42, 1 }, { "vc", 43, 1 }, { "tx", 44, 1 }, { "rx", 45, 1 },
      { "epoch", 46, 2 }, { "congestion", 48, 1 }, { "version", 49, 1 }, { "reserved", 50, 1 }, { "ext", 51, 1 },
      { "txid", 52, 4 }, { "rxid", 56, 4 } },
}

local function add_header(tvb, root)
    local have = tvb:len() + 14
    for _, part in ipairs(LAYOUT) do
        if part[2] < have then
            local t = root:add(f[part[1]], tvb:range(part[2] - 14, math.min(part[3], have - part[2])))
            for k = 4, #part do
                local x = part[k]
                if x[2] + x[3] <= have then t:add(f[x[1]], tvb:range(x[2] - 14, x[3])) end
            end
        end
    end
end

local function add_results(root, h, r)
    local function item(key, value) root:add(f[key], value):set_generated() end
    local function note(x, text) root:add_proto_expert_info(x, text) end
    if h.op == OPEN or h.op == OPEN_ACK then item("life", h.life) end
    item("payload_length", h.payload)
    for _, key in ipairs({ "drop", "replay_of", "repeat_of", "request_in", "response_in", "ack_in", "gap", "ack_new", "late",
                           "far", "illegal", "reopen", "restart" }) do
        if r[key] then item(key, r[key]) end
    end
    if r.drop == "short" then note(e.cut, "Frame cut short: " .. h.length .. " bytes")
    elseif r.drop then note(e.drop, "A MAC drops this frame: " .. DROP[r.drop]) end
    if r.replay_of then note(e.replay, "Replay of frame " .. r.replay_of) end
    if r.gap then note(e.gap, "Gap: skips " .. r.gap .. (r.gap == 1 and " ID" or " IDs")) end
    if r.repeat_of then note(e.repeated, "Repeat of frame " .. r.repeat_of) end
    for _, key in ipairs({ "late", "far", "illegal", "reopen", "restart" }) do
        if r[key] then root:add_proto_expert_info(e[key]) end
    end
    if h.op ~= PAYLOAD and h.payload > 0 and not r.drop then note(e.ignored, "Payload of a control packet: ignored") end
    if h.garbage then root:add_proto_expert_info(e.garbage) end
    if not h.src then root:add_proto_expert_info(e.place) end
end

function ttp.dissector(tvb, pinfo, tree)
    pinfo.cols.protocol = "TTP"
    local taken = math.max(tvb:len(), 1)           -- 0 would mean: not ours
    local root = tree:add(ttp, tvb:range())
    add_header(tvb, root)
    local have, length = tvb:len() + 14, tvb:reported_len() + 14
    if length < 60 then
        root:add(f["drop"], "short"):set_generated()
        root:add_proto_expert_info(e.cut, "Frame cut short: " .. length .. " bytes")
        pinfo.cols.info = "cut short, " .. length .. " bytes [drop short]"
        return taken
    end
    if have < 60 then
        root:add_proto_expert_info(e.capture)
        pinfo.cols.info = "header not captured"
        return taken
    end
    local h, r = header(tvb, pinfo), results[pinfo.number]
    if not r then
        r = { drop = drop_rule(h) }
        results[pinfo.number] = r
        if not r.drop and h.src then analyse(h, r, pinfo.number) end
    end
    local here = math.min(h.payload, have - 60)
    if here > 0 then root:add(f["payload"], tvb:range(46, here)) end
    if have > 60 + here then root:add(f["padding"], tvb:range(46 + here)) end
    add_results(root, h, r)
    local text = info(h, r)
    root:append_text(", " .. text)
    pinfo.cols.info = text
    return taken
end

DissectorTable.get("ethertype"):add(0x9ac6, ttp)
