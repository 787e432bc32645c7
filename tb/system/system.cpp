// SPDX-License-Identifier: Apache-2.0
//
// What the system scenarios share; see system.h.
#include "system.h"

#include "report.h"

WorldOptions &WorldOptions::timeouts(uint32_t cycles, uint32_t of_close)
{
    tunables.timeout = tunables.open_tmo = cycles;
    tunables.close_tmo = of_close;
    return *this;
}

World::World(const Setup &s, const WorldOptions &o)
    : net([&] {
          NetConfig c;
          c.preset = s.preset;
          c.rtl_dir = s.rtl_dir;
          c.seed = s.seed;
          c.start_cycle = s.start_cycle;
          c.shuffle = s.shuffle;
          c.stall = o.stall;
          c.wire_stall = o.wire_stall;
          c.direct = o.direct;
          return c;
      }()),
      rng(s.seed, 0x7462), tunables_(o.tunables)
{
    tunables_.selective = o.selective && s.params.selective;
    for (uint32_t i = 0; i < o.nodes; i++) {
        NodeConfig c;
        c.name = std::string(1, static_cast<char>('A' + i));
        c.params = s.params;
        c.dut = s.dut;
        c.node = 0x0a0b01 + i;
        c.epoch_seed = static_cast<uint16_t>(rng.below(65536));
        std::string why;
        if (!net.add(c, &why)) {
            why_ = why;
            return;
        }
    }
    a = &net[0];
    b = &net[1];
    if (o.nodes > 2) other = &net[2];
    queue_.resize(o.nodes);
    for (size_t i = 0; i < o.nodes; i++) {
        net[i].source.pull = [this, i](HostPacket *p) {
            if (queue_[i].empty()) return false;
            *p = std::move(queue_[i].front());
            queue_[i].pop_front();
            return true;
        };
    }
    net.on_completion = [this](Node &n, const Completion &c) { completions.emplace_back(&n, c); };
    net.wire.set(o.harm);
    net.start();
    for (size_t i = 0; i < o.nodes; i++)
        expect(set_up(net, net[i], tunables_), "MAC does not take its registers");
}

void World::expect(bool condition, const std::string &what)
{
    if (condition || !why_.empty()) return;
    // What a witness saw comes first: after it the simulation stands still.
    why_ = net.faults.any() ? net.faults.first().front()
                            : "cycle " + std::to_string(net.cycle) + ": " + what;
}

void World::push(Node &from, HostPacket p)
{
    queue_[index(from)].push_back(std::move(p));
}

size_t World::index(const Node &n)
{
    size_t i = 0;
    while (&net[i] != &n) i++;
    return i;
}

void World::send_to(Node &from, uint32_t node, uint32_t vc, size_t bytes, size_t count)
{
    for (; count; count--) {
        HostPacket p;
        p.dest = vc << 24 | node;
        p.data.resize(bytes);
        for (uint8_t &x : p.data) x = static_cast<uint8_t>(rng.below(256));
        push(from, std::move(p));
    }
}

void World::send(Node &from, Node &to, uint32_t vc, size_t bytes, size_t count)
{
    send_to(from, to.cfg.node, vc, bytes, count);
}

bool World::run(uint64_t limit, const std::function<bool()> &done, const char *what)
{
    const uint64_t end = net.cycle + limit;
    while (ok() && !net.failed() && !done()) {
        if (net.cycle >= end) expect(false, std::string("no end of: ") + what);
        else net.step();
    }
    return ok() && !net.failed();
}

void World::step(uint64_t cycles)
{
    for (; cycles && ok() && !net.failed(); cycles--) net.step();
}

bool World::drain(uint64_t limit)
{
    run(limit, [&] {
        for (size_t i = 0; i < queue_.size(); i++)
            if (!queue_[i].empty() || !net[i].source.dry()) return false;
        return net.score.waiting() == 0;
    }, "delivery");
    for (size_t i = 0; i < queue_.size(); i++) {
        Node &n = net[i];
        const uint64_t end = net.cycle + limit;
        while (ok() && !net.failed() && get(n, TTP_REG_PKTS_FREE) != n.cfg.params.tx_pkts) {
            expect(net.cycle < end, "MAC " + n.cfg.name + " does not retire its payloads");
            step(64);
        }
    }
    run(limit, [&] { return net.wire.in_flight() == 0 || net.wire.next_due(0) == UINT64_MAX; },
        "the wire to empty");
    step(2000);
    return ok() && !net.failed();
}

Counters World::counters(Node &n)
{
    Counters c;
    if (!ok()) return c;
    expect(read_counters(net, n, &c), "MAC " + n.cfg.name + " does not give its counters");
    return c;
}

void World::restart(const std::vector<Node *> &nodes, unsigned cycles)
{
    for (Node *n : nodes) {
        n->in.cfg_epoch_seed = static_cast<uint16_t>(n->in.cfg_epoch_seed + 100);
        net.hard_reset(*n, cycles);
    }
    for (Node *n : nodes) expect(set_up(net, *n, tunables_), "registers after a reset");
}

void World::soft_reset(const std::vector<Node *> &nodes)
{
    for (Node *n : nodes) {
        n->source.hold = true;
        set(*n, TTP_REG_CTRL, tunables_.selective ? 11 : 3);
    }
    net.wire.clear();
    step(600);
    for (Node *n : nodes) {
        run(200000, [&] { return get(*n, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; },
            "ready after the soft reset");
        net.score.reset(n->cfg.node);
        if (n->source.in_packet()) n->source.disown();      // the rest is swallowed to its tlast
        n->source.hold = false;
    }
}

void World::set(Node &n, uint32_t addr, uint32_t data)
{
    uint8_t resp = 0;
    if (!ok()) return;
    expect(net.write(n, addr, data, &resp) && resp == 0,
           "write to register " + std::to_string(addr));
}

uint32_t World::get(Node &n, uint32_t addr)
{
    uint32_t v = 0;
    uint8_t resp = 0;
    if (!ok()) return 0;
    expect(net.read(n, addr, &v, &resp) && resp == 0, "read of register " + std::to_string(addr));
    return v;
}

bool World::all_free(Node &n)
{
    return get(n, TTP_REG_CELLS_FREE) == n.cfg.params.tx_cells
        && get(n, TTP_REG_PKTS_FREE) == n.cfg.params.tx_pkts
        && get(n, TTP_REG_RXC_FREE) == n.cfg.params.rx_cells;
}

void World::settle(Node &n, uint64_t quiet)
{
    const int port = static_cast<int>(index(n));
    run(4000000, [&] { return !n.wire_in.busy() && net.wire.next_due(port) == UINT64_MAX; },
        "a wire port to empty");
    // A timer that has run out is noticed within one walk over the links.
    step(quiet + 3 * n.cfg.params.link_sets * n.cfg.params.link_ways);
}

std::array<uint32_t, 7> World::record(Node &n, uint32_t vc, uint32_t node)
{
    const ttp_params &p = n.cfg.params;
    uint32_t bits = 0, set = 0;
    while (1u << bits < p.link_sets) bits++;
    for (uint32_t at = 0; bits && at < 24; at += bits) set ^= node >> at & ((1u << bits) - 1);
    std::array<uint32_t, 7> r{};
    for (uint32_t way = 0; way < p.link_ways; way++) {
        set_index(n, (vc * p.link_sets + set) * p.link_ways + way);
        for (uint32_t i = 0; i < r.size(); i++) r[i] = get(n, TTP_REG_LINK_REC0 + 4 * i);
        if (r[0] >> 31 && r[1] == (vc << 24 | node)) return r;
    }
    return {};
}

void World::set_index(Node &n, uint32_t index)
{
    set(n, TTP_REG_LINK_INDEX, index);
    for (int i = 0; ok() && get(n, TTP_REG_STATUS) & 1u << TTP_STATUS_CMD_BUSY; i++)
        expect(i < 1000, "a command ends");
}

void World::finish()
{
    if (ok() && !net.failed()) net.score.finish(net.cycle);
    for (size_t i = 0; i < net.size() && ok() && !net.failed(); i++) {
        const ttp_mac *m = net[i].dut->model();
        const char *bad = m ? ttp_mac_check(m) : nullptr;
        expect(!bad, bad ? bad : "");
        expect(all_free(net[i]), "MAC " + net[i].cfg.name + " has lost cells or entries");
    }
    if (net[0].cfg.dut == DutKind::lockstep)
        expect(net.compared() > 1000, "next to nothing was compared");
    if (!net.failed()) return;
    if (net.difference()) expect(false, "RTL and model differ");
    else if (net.waves.failed()) expect(false, "an assertion of the RTL failed");
    else expect(false, net.faults.first().front());
}
