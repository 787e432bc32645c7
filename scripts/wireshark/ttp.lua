-- SPDX-License-Identifier: Apache-2.0
--
-- TTP over Ethernet (EtherType 0x9AC6), or inside of UDP and IPv4 (docs/port.md), for Wireshark and
-- tshark: fields, what a MAC would refuse, replays, gaps, repeats, and which frame answers which.
-- docs/wireshark.md has the rules; sim/wire/decode.cpp is the other reading of them.
-- `make wireshark` installs this file and, beside it, ttp_links.lua, which works out what belongs
-- together.
--
-- A frame in IPv4 form is read as a whole behind all other dissectors: that of UDP hands over only
-- what UDP counts, without the IPv4 header, and of a fragment nothing. What comes from UDP in
-- another place, behind a VLAN tag or in a tunnel, shows its fields.
--
-- Wireshark has a "ttp" already (infrared), so the filter names begin with "ttpoe".
--
-- In the first pass there may be no tree, so the addresses come from pinfo. In a single pass of
-- tshark a frame can not name a later one; -2 and Wireshark can. Lua 5.2 to 5.4: no bit operators.

local ttp = Proto("ttpoe", "Tesla Transport Protocol over Ethernet")
local links = dofile(__DIR__ .. "/ttp_links.lua")
local OPEN, OPEN_ACK, CLOSE, CLOSE_NACK = links.OPEN, links.OPEN_ACK, links.CLOSE, links.CLOSE_NACK
local PAYLOAD = links.PAYLOAD

local OP = { [0] = "OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK", "CLOSE_NACK", "PAYLOAD",
             "ACK", "NACK", "NACK_FULL", "NACK_NOLINK" }
local EXT = {}
for i = 0, 255 do EXT[i] = "unassigned" end
for i = 0x10, 0x1f do EXT[i] = "feature negotiation" end
for i = 0xd0, 0xef do EXT[i] = "payload modifier" end
for i = 0xf0, 0xfe do EXT[i] = "frame check" end
EXT[0x00], EXT[0x20], EXT[0xff] = "base", "selective acknowledge", "padding"
local DROP = {
    ["ip.version"] = "the version of IPv4 is not 4", ["ip.checksum"] = "wrong IPv4 checksum",
    ["ip.fragment"] = "a fragment", ["ip.length"] = "UDP is longer than IPv4",
    long = "longer than 1536 bytes", short = "cut short",
    dst = "the destination is no TTP node", src = "the source is the destination's own node",
    tth = "TTH byte 14 is not 0x05", gateway = "gateway bit",
    opcode = "opcode above 10", vc = "VC above 2",
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
field("ipv4", ProtoField.bool, "In IPv4 form")
field("payload", ProtoField.bytes, "Payload")
field("padding", ProtoField.bytes, "Frame padding")

-- Worked out from the frame, or from what came before and after
field("life", ProtoField.uint16, "Life number of the sender", base.DEC)
field("to_life", ProtoField.uint16, "Life number of the receiver", base.DEC)
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
field("foreign", ProtoField.bool, "Names a life that is not the newest of its side")
field("reopen", ProtoField.bool, "Re-OPEN of the same life")
field("restart", ProtoField.bool, "Another life, without a CLOSE")
field("send", ProtoField.uint32, "Number of the send", base.DEC)
field("offer", ProtoField.uint32, "Offers to hold payloads", base.DEC)
field("held", ProtoField.uint32, "Payloads held, by the map", base.DEC)
field("due", ProtoField.uint32, "The ID that is due next", base.DEC)
field("newest", ProtoField.uint32, "The newest ID held", base.DEC)
field("held_ids", ProtoField.string, "IDs held, by the map")
ttp.fields = f

local G, S = expert.group, expert.severity
local e = {}
local function note(key, group, severity, text)
    e[key] = ProtoExpert.new("ttpoe.expert." .. key, text, group, severity)
end

note("cut", G.MALFORMED, S.ERROR, "Frame cut short")
note("capture", G.UNDECODED, S.NOTE, "The header was not captured")
note("drop", G.PROTOCOL, S.WARN, "A MAC drops this frame")
note("replay", G.SEQUENCE, S.NOTE, "Replay")
note("gap", G.SEQUENCE, S.WARN, "Gap: skips IDs")
note("late", G.SEQUENCE, S.NOTE, "Late: older than the newest ID, first seen here")
note("far", G.SEQUENCE, S.WARN, "More than 65535 IDs ahead: dropped")
note("repeat", G.SEQUENCE, S.NOTE, "Repeat")
note("illegal", G.SEQUENCE, S.WARN, "Names an ID that was not sent: ignored")
note("foreign", G.SEQUENCE, S.NOTE, "Of another life: changes nothing")
note("reopen", G.SEQUENCE, S.NOTE, "Re-OPEN: the link goes on")
note("restart", G.SEQUENCE, S.WARN, "Another life of a link that was not closed")
note("ignored", G.PROTOCOL, S.NOTE, "Payload of a control packet: ignored")
note("garbage", G.PROTOCOL, S.NOTE, "Reserved bytes are not zero: no life number counts")
note("place", G.PROTOCOL, S.WARN, "Not right behind Ethernet addresses: a MAC does not take it")
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

function ttp.init()
    known = {}
    links.reset()
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

-- ---------------------------------------------------------------- one frame

-- sel.map: bit i, the highest first, is the ID RxID + 1 + base + i. The IDs go into h.ranges, each
-- with its first and its last.
local function read_map(u, h)
    local last                        -- the bit before is set
    h.due, h.newest, h.ranges = h.rxid, (h.rxid + u(64, 2)) % 4294967296, {}
    for i = 0, 63 do
        local byte = u(75 - math.floor(i / 8), 1)
        local set = math.floor(byte / 2 ^ (i % 8)) % 2 == 1
        local id = (h.rxid + 1 + u(62, 2) + i) % 4294967296
        if set and last then h.ranges[#h.ranges][2] = id
        elseif set then table.insert(h.ranges, { id, id }) end
        if set then h.held = (h.held or 0) + 1 end
        last = set
    end
end

-- The IDs that a map names, "3-5, 9": so many ranges at the most.
local function ids(h, most)
    local t = {}
    for i, x in ipairs(h.ranges) do
        if i > most then
            t[i] = "..."
            break
        end
        t[i] = string.format(x[1] == x[2] and "%d" or "%d-%d", x[1], x[2])
    end
    return table.concat(t, ", ")
end

-- Selective repeat: the number of a send, an offer, what a map says; nil if there is none. Between
-- peers that name their lives.
local function selective(u, have, h)
    local number = h.op == PAYLOAD and h.rxid
                   or (h.op == links.ACK or h.op == links.NACK) and h.txid or 0
    if h.to_life ~= 0 and number ~= 0 then h.send = number end
    if have < 76 or h.life == 0 then return end
    if (h.op == OPEN or h.op == OPEN_ACK) and h.payload == 0 then
        local window = u(64, 2)
        if u(60, 2) == 0x1001 and u(63, 1) % 2 == 1 and window ~= 0 and u(66, 4) == 0
           and u(70, 4) == 0 and u(74, 2) == 0 then h.offer = window end
    elseif h.op == links.NACK and h.payload == 16 and u(51, 1) == 0x20 then
        if u(60, 2) ~= 0x2000 or u(66, 2) ~= 0 or u(62, 2) % 64 ~= 0 then return end
        read_map(u, h)
    end
end

-- The bytes at a place of the frame, from a tvb that begins with its byte `base`.
local function reader(tvb, base)
    return function(at, n) return tvb:range(at - base, n):uint() end
end

-- port.ip, ip.bad: nil if the frame is not in IPv4 form; else its nodes, and by which rule the port
-- drops it. The prefix of a network is not in its frames: nodes are as with the shortest one.
local function ipv4_form(tvb, pinfo)
    if tvb:len() < 42 then return nil end
    local u = reader(tvb, 0)
    if u(12, 2) ~= 0x0800 or u(14, 1) % 16 ~= 5 or u(23, 1) ~= 17 or u(36, 2) ~= 420 then
        return nil
    end
    if pinfo.dl_src ~= ether(u(6, 3) * 16777216 + u(9, 3)) then return nil end   -- no Ethernet
    local sum, rule = 0, nil
    for at = 14, 32, 2 do sum = sum + u(at, 2) end
    while sum > 65535 do sum = sum % 65536 + math.floor(sum / 65536) end
    if u(14, 1) >= 0x50 or u(14, 1) < 0x40 then rule = "ip.version"
    elseif sum ~= 65535 then rule = "ip.checksum"
    elseif u(20, 2) % 16384 ~= 0 then rule = "ip.fragment"
    elseif u(38, 2) + 20 > u(16, 2) then rule = "ip.length" end
    return { src = u(27, 3), dst = u(31, 3), rule = rule }
end

local function header(tvb, base, ip, pinfo)
    local u = reader(tvb, base)
    local h = { length = tvb:reported_len() + base, dir = pinfo.p2p_dir,
                op = u(42, 1) % 64, vc = u(43, 1), epoch = u(46, 2),
                txid = u(52, 4), rxid = u(56, 4) }
    if base == 14 then
        h.tth, h.gateway, h.tsh = u(14, 1), u(15, 1) >= 128, u(40, 2)
    else
        h.tth, h.gateway, h.tsh = 5, false, ip and u(38, 2) or tvb:reported_len() + 8
    end
    local mark = u(50, 1)             -- the reference sets bit 5 in IPv4 form
    if base ~= 14 and mark % 64 >= 32 then mark = mark - 32 end
    -- A frame that names both lives says so; an OPEN has its own, and nothing beside it.
    local to, marked, rest = u(44, 2), u(48, 2) == 0 and mark == 16, mark + u(51, 1) + u(48, 2)
    if h.op == OPEN then
        h.garbage = to ~= 0 or rest ~= 0
        h.life, h.to_life = h.garbage and 0 or h.epoch, 0
    else
        marked = marked and to ~= 0 and (h.epoch ~= 0 or h.op == links.OPEN_NACK)
        h.garbage = not marked and (to ~= 0 or rest ~= 0)
        h.life, h.to_life = marked and h.epoch or 0, marked and to or 0
    end
    h.payload = h.tsh < 26 and 0 or h.tsh - 26
    selective(u, tvb:len() + base, h)
    if ip then
        h.src, h.dst, h.rule = ip.src, ip.dst, ip.rule
    elseif base == 14 and tvb:offset() == 14 then
        local src, dst = number_of(pinfo.dl_src), number_of(pinfo.dl_dst)
        h.src, h.dst, h.oui = src % 16777216, dst % 16777216, math.floor(dst / 16777216)
    end
    return h
end

-- The rules of form by which a MAC drops a frame, in its order.
local function drop_rule(h)
    if h.rule then return h.rule end
    if h.length > 1536 then return "long" end
    if h.length < 60 then return "short" end
    if h.oui and h.oui ~= 0x98ed5c then return "dst" end
    if h.src and h.src == h.dst then return "src" end
    if h.tth ~= 0x05 then return "tth" end
    if h.gateway then return "gateway" end
    local odd = h.payload < 1 or h.payload > 1024
    if h.tsh < 26 or (h.op == PAYLOAD and odd) then return "length" end
    if h.length < 60 + h.payload then return "short" end
    if not OP[h.op] then return "opcode" end
    if h.vc > 2 then return "vc" end
end

-- The opcodes that use the TxID, and those that do not use the RxID.
local NAMES_TX = { [OPEN] = true, [OPEN_ACK] = true, [CLOSE] = true, [CLOSE_NACK] = true,
                   [PAYLOAD] = true }
local NO_RX = { [OPEN] = true, [PAYLOAD] = true }

local LINE_RANGES = 8                 -- of a map, in a line of text

local function info(h, r)
    local s = (OP[h.op] or "opcode " .. h.op) .. " VC " .. h.vc
    if NAMES_TX[h.op] or not OP[h.op] then s = s .. string.format(" TxID %d", h.txid) end
    if not NO_RX[h.op] then s = s .. string.format(" RxID %d", h.rxid) end
    local opens = h.op == OPEN or h.op == OPEN_ACK
    local named = h.to_life ~= 0 and (opens or h.op == links.NOLINK or r.foreign)
    if opens and h.life ~= 0 or named then s = s .. " life " .. h.life end
    if named then s = s .. " to " .. h.to_life end
    if h.payload > 0 then s = s .. ", " .. h.payload .. " bytes" end
    local function said(text, v)
        if v and not r.drop then s = s .. ", " .. text .. string.format(" %s", v) end
    end
    said("send", h.send)
    said("offers", h.offer)
    said("due", h.due)
    said("newest", h.newest)
    said("holds", h.held and ids(h, LINE_RANGES))
    local function mark(key, text)
        local v = r[key]
        if v then s = s .. " [" .. text .. (v == true and "" or v) .. "]" end
    end
    mark("drop", "drop ")
    mark("replay_of", "replay of ")
    mark("gap", "gap ")
    mark("late", "late")
    mark("far", "far")
    mark("foreign", "foreign")
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
    { "tth", 14, 20,
      { "tth.subtype", 14, 1 }, { "tth.version", 14, 1 }, { "tth.header_words", 14, 1 },
      { "tth.gateway", 15, 1 }, { "tth.reserved", 15, 1 }, { "tth.total", 16, 2 },
      { "tth.padding", 18, 16 } },
    { "tsh", 34, 8,
      { "tsh.src", 34, 3 }, { "tsh.dst", 37, 3 }, { "tsh.length", 40, 2 } },
    { "hdr", 42, 18,
      { "op_reserved", 42, 1 }, { "opcode", 42, 1 }, { "vc", 43, 1 }, { "tx", 44, 1 },
      { "rx", 45, 1 }, { "epoch", 46, 2 }, { "congestion", 48, 1 }, { "version", 49, 1 },
      { "reserved", 50, 1 }, { "ext", 51, 1 }, { "txid", 52, 4 }, { "rxid", 56, 4 } },
}
-- Fields of a frame that it has only if there is something to say.
local RESULTS = { "drop", "replay_of", "repeat_of", "request_in", "response_in", "ack_in", "gap",
                  "ack_new", "late", "far", "illegal", "foreign", "reopen", "restart" }

local function add_header(tvb, base, root)
    local have = tvb:len() + base
    for i, part in ipairs(LAYOUT) do
        -- IPv4 form has other headers in the place of the first two.
        if part[2] < have and (base == 14 or i == 3) then
            local n = math.min(part[3], have - part[2])
            local t = root:add(f[part[1]], tvb:range(part[2] - base, n))
            for k = 4, #part do
                local x = part[k]
                if x[2] + x[3] <= have then t:add(f[x[1]], tvb:range(x[2] - base, x[3])) end
            end
        end
    end
end

local function add_results(root, h, r)
    local function item(key, value) root:add(f[key], value):set_generated() end
    local function say(x, text) root:add_proto_expert_info(x, text) end
    if h.op == OPEN or h.to_life ~= 0 then item("life", h.life) end
    if h.to_life ~= 0 then item("to_life", h.to_life) end
    item("payload_length", h.payload)
    for _, key in ipairs({ "send", "offer", "held", "due", "newest" }) do
        if h[key] and not r.drop then item(key, h[key]) end
    end
    if h.held and not r.drop then item("held_ids", ids(h, #h.ranges)) end
    for _, key in ipairs(RESULTS) do
        if r[key] then item(key, r[key]) end
    end
    if r.drop == "short" then say(e.cut, "Frame cut short: " .. h.length .. " bytes")
    elseif r.drop then say(e.drop, "A MAC drops this frame: " .. DROP[r.drop]) end
    if r.replay_of then say(e.replay, "Replay of frame " .. r.replay_of) end
    if r.gap then say(e.gap, "Gap: skips " .. r.gap .. (r.gap == 1 and " ID" or " IDs")) end
    if r.repeat_of then say(e["repeat"], "Repeat of frame " .. r.repeat_of) end
    for _, key in ipairs({ "late", "far", "illegal", "foreign", "reopen", "restart" }) do
        if r[key] then root:add_proto_expert_info(e[key]) end
    end
    if h.op ~= PAYLOAD and h.payload > 0 and not r.drop then
        root:add_proto_expert_info(e.ignored)
    end
    if h.garbage then root:add_proto_expert_info(e.garbage) end
    if not h.src then root:add_proto_expert_info(e.place) end
end

-- base: the place in the frame of the tvb's first byte, in the form that it has; ip: see
-- ipv4_form.
local function show(tvb, base, ip, pinfo, tree)
    pinfo.cols.protocol = "TTP"
    local root = tree:add(ttp, ip and tvb:range(42) or tvb:range())
    if ip then root:add(f["ipv4"], true):set_generated() end
    add_header(tvb, base, root)
    local have, length = tvb:len() + base, tvb:reported_len() + base
    if length < 60 then
        local rule = ip and ip.rule
        root:add(f["drop"], rule or "short"):set_generated()
        if rule then
            root:add_proto_expert_info(e.drop, "A MAC drops this frame: " .. DROP[rule])
        end
        root:add_proto_expert_info(e.cut, "Frame cut short: " .. length .. " bytes")
        pinfo.cols.info = "cut short, " .. length .. " bytes [drop " .. (rule or "short") .. "]"
        return
    end
    if have < 60 then
        root:add_proto_expert_info(e.capture)
        pinfo.cols.info = "header not captured"
        return
    end
    local h = header(tvb, base, ip, pinfo)
    local r = h.src and links.marks(pinfo.number, h, drop_rule) or { drop = drop_rule(h) }
    local here = math.min(h.payload, have - 60)
    if here > 0 then root:add(f["payload"], tvb:range(60 - base, here)) end
    if have > 60 + here then root:add(f["padding"], tvb:range(60 - base + here)) end
    add_results(root, h, r)
    local text = info(h, r)
    root:append_text(", " .. text)
    pinfo.cols.info = text
end

function ttp.dissector(tvb, pinfo, tree)
    show(tvb, 14, nil, pinfo, tree)
    return math.max(tvb:len(), 1)                  -- 0 would mean: not ours
end

local udp = Proto("ttpoe_udp", "Tesla Transport Protocol over UDP")
function udp.dissector(tvb, pinfo, tree)
    if pinfo.dst_port ~= 420 then return 0 end
    if tvb:offset() ~= 42 then show(tvb, 42, nil, pinfo, tree) end
    return math.max(tvb:len(), 1)
end

local whole = Proto("ttpoe_ipv4", "Tesla Transport Protocol in IPv4 form")
function whole.dissector(tvb, pinfo, tree)
    local ip = ipv4_form(tvb, pinfo)
    if ip then show(tvb, 0, ip, pinfo, tree) end
end

DissectorTable.get("ethertype"):add(0x9ac6, ttp)
DissectorTable.get("udp.port"):add(420, udp)
register_postdissector(whole)
