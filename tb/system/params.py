#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Parameters of ttp_mac by hand: `ttpsim run --params`, `make run PARAMS=`, refusals.

    tb/system/params.py build/ttpsim

1. Each parameter with values out of range: the program says the sentence below and ends with 2, the
   model behind it and the RTL say the same: Icarus each time, Verilator once for each parameter,
   Yosys, which takes longest, for the first.
2. A set that is in no table, with timers and an address of its own, in lockstep on a bad wire: its
   RTL is built, a second run does not build it again, and the file of another set is refused.
3. The reset values stay where they shall stay, and a run that sets its own says so.
4. docs/timers.md: a TIMEOUT below the round trip sends everything twice, that of the rule nothing.
"""
import json, os, random, re, shutil, struct, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
SIM = sys.argv[1]
SPAN = "must be 1 to 1073741824"
BAD = [
    ("DATA_W", (32, 96), "must be 64 128 256 or 512"),
    ("TX_CELLS", (15, 65537), "must be 16 to 65536"),
    ("TX_PKTS", (7, 16385), "must be 8 to 16384"),
    ("RX_CELLS", (48, 16, 32768), "must be a power of two 32 to 16384"),
    ("LINK_SETS", (0, 3, 2048), "must be a power of two 1 to 1024"),
    ("LINK_WAYS", (0, 3, 8), "must be 1 2 or 4"),
    ("TRACE", (2,), "must be 0 or 1"),
    ("SRAM_1P", (2,), "must be 0 or 1"),
    ("DEEP", (2,), "must be 0 or 1"),
    ("DEEP", (0,), "must be 1 at 512 bit"),
    ("SELECTIVE", (2,), "must be 0 or 1"),
    ("TIMEOUT_RST", (0, 2**30 + 1), SPAN),
    ("OPEN_TMO_RST", (0, 2**30 + 1), SPAN),
    ("CLOSE_TMO_RST", (0, 2**30 + 1), SPAN),
    ("BACKOFF_RST", (0, 2**30 + 1), SPAN),
    ("RETRY_MAX_RST", (0, 256), "must be 1 to 255"),
    ("ADDR_HIGH", (1 << 24, 1 << 16), "must be 24 bits without the group bit"),
    ("VC_ORDER", (2,), "must be 0 or 1"),
    ("SEL_CONTEXTS", (1, 32), "must be 0 2 4 8 or 16"),
    ("SEL_WINDOW", (1, 1024), "must be 0 256 or 512"),
]
OWN = ("DATA_W=64 TX_CELLS=400 TX_PKTS=300 RX_CELLS=512 LINK_SETS=2 LINK_WAYS=1 TRACE=0 "
       "SELECTIVE=1 SEL_CONTEXTS=2 SEL_WINDOW=512 TIMEOUT_RST=777 "
       "OPEN_TMO_RST=888,CLOSE_TMO_RST=999 BACKOFF_RST=555 RETRY_MAX_RST=99 "
       "ADDR_HIGH=0x025454")
# Compiled for a short run.
os.environ["VLT_FAST"] = "-O1"
NAME = ("own_w64_t400_p300_r512_s2x1_trace0_sel1_"
        "timeout777_open888_close999_backoff555_retry99_addr025454_contexts2_window512")
TIMERS = {"timeout": 777, "open_tmo": 888, "close_tmo": 999, "backoff": 555, "retry_max": 99}
checks = failed = 0


def want(what, ok, more=""):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("FAIL %s\n%s" % (what, more))


def run(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return p.returncode, p.stdout, p.stderr


def model(*options):
    return run(SIM, "run", "--file", "LICENSE", "--dut", "model", *options)


def elaborations(name, value, tmp, first):
    """The commands that have to refuse it."""
    dirs = ["rtl", "rtl/lib", "rtl/link", "rtl/rx", "rtl/tx"]
    lib = ["-Irtl"] + [w for d in dirs for w in ("-y", d)]
    out = os.path.join(tmp, "x")
    yield ["iverilog", "-g2005", *lib, "-s", "ttp_mac", "-Pttp_mac.%s=%d" % (name, value),
           "-o", out, "rtl/ttp_mac.v"]
    if first:
        yield ["verilator", "--lint-only", *lib, "--top-module", "ttp_mac",
               "-G%s=%d" % (name, value), "rtl/ttp_mac.v"]
    if first and name == BAD[0][0]:
        yield ["yosys", "-q", "-p", "read_verilog -Irtl %s; chparam -set %s %d ttp_mac; "
               "hierarchy -check -top ttp_mac"
               % (" ".join(d + "/*.v" for d in dirs), name, value)]


def refusals(tmp):
    for name, values, words in BAD:
        module = "ERROR_%s_%s" % (name, words.replace(" ", "_"))
        for v in values:
            what = "%s=%d" % (name, v)
            code, _, err = model("--params", what)
            want(what + ": exit 2 and one line",
                 code == 2 and err == "ttpsim: --params: %s %s\n" % (name, words), err)
            for command in elaborations(name, v, tmp, v == values[0]):
                code, out, err = run(*command)
                said = out + err
                want("%s refuses %s by name" % (command[0], what),
                     code != 0 and module in said, said)
                others = set(re.findall(r"\bERROR_[A-Z]\w*", said)) - {module}
                want("%s, %s: no other is blamed" % (command[0], what), not others, said)
    for text, says in (("FOO=1", "FOO is no parameter"), ("", "no NAME=VALUE"),
                       ("TX_CELLS", "TX_CELLS must be a number"),
                       ("TX_CELLS=0x", "TX_CELLS must be a number"),
                       ("TX_CELLS=-1", "TX_CELLS must be a number"),
                       ("TX_CELLS=4294967312", "TX_CELLS must be a number"),
                       ("TRACE=1 TRACE=1", "TRACE is given twice")):
        code, _, err = model("--params", text)
        want("--params '%s'" % text, code == 2 and says in err and err.count("\n") == 1, err)


def by_make():
    code, out, err = run("make", "run", "PARAMS=TX_CELLS=777 LINK_SETS=5", "FILE=LICENSE")
    lines = [l for l in err.splitlines() if not l.startswith("make")]
    want("make run PARAMS=: exit 2, one line", code == 2 and "OK" not in out.splitlines()
         and lines == ["ttpsim: --params: LINK_SETS must be a power of two 1 to 1024"], out + err)


def addresses(path):
    """High halves of all addresses in a pcapng."""
    found, at, data = set(), 0, open(path, "rb").read()
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:
            found |= {data[at + 28:at + 31].hex(), data[at + 34:at + 37].hex()}
        at += size
    return found


def lockstep(tmp):
    so = os.path.join("build", "rtl_" + NAME + ".so")
    js, pcap = os.path.join(tmp, "j"), os.path.join(tmp, "p.pcapng")
    command = [SIM, "run", "--params", OWN, "--file", "docs/protocol.md", "--loss", "0.03",
               "--corrupt", "0.02", "--bidir", "--selective", "--json", js, "--pcap", pcap]
    code, out, err = run(*command)
    want("a set by hand in lockstep", code == 0 and os.path.exists(so), out + err)
    if code:
        return
    j = json.load(open(js))
    want("it was compared", j["mismatches"] == 0 and j["compared_cycles"] > 10000
         and j["identical"], out)
    want("its timers ran", j["timeouts"] > 0 and j["replayed"] > 0 and j["wire"]["lost"] > 0, out)
    want("its maps", j["selective"]["numbered"] > 100 and j["selective"]["maps"] > 10, out)
    want("its name", j["preset"] == NAME, j["preset"])
    want("its timers", j["timers"] == dict(set_by_run=False, **TIMERS), str(j["timers"]))
    want("its addresses", addresses(pcap) == {"025454"}, str(addresses(pcap)))
    before = os.stat(so).st_mtime_ns
    code, out, err = run(*command)
    want("a second run builds nothing", code == 0 and os.stat(so).st_mtime_ns == before
         and "building" not in err, out + err)
    code, out, err = model("--params", "DATA_W=512")
    want("a set that is a preset has its name", out.startswith("preset dojo,"), out + err)
    other = NAME.replace("timeout777", "timeout778")
    shutil.copy(so, os.path.join(tmp, "rtl_%s.so" % other))
    code, out, err = run(SIM, "run", "--params", OWN.replace("777", "778"), "--file", "LICENSE",
                         "--rtl-dir", tmp)
    want("the RTL of another set is refused",
         code == 2 and "was built for other parameters" in err, out + err)


def timers(tmp):
    js, data = os.path.join(tmp, "j"), os.path.join(tmp, "data")
    with open(data, "wb") as f:
        f.write(random.Random(1).randbytes(1500000))

    def measure(*options):
        code, out, err = run(SIM, "run", "--preset", "nic1g", "--dut", "model", "--file", data,
                             "--json", js, *options)
        want("run %s" % " ".join(options), code == 0, out + err)
        return json.load(open(js)), out

    j, out = measure()
    want("a run that sets timers says so", j["timers"]["set_by_run"]
         and "set by this run; --reset-timers leaves those after reset\n" in out, out)
    j, out = measure("--reset-timers")
    want("a run that leaves them says so", "as they come out of reset\n" in out and j["timers"] ==
         {"set_by_run": False, "timeout": 4096, "open_tmo": 4096, "close_tmo": 4096,
          "backoff": 1024, "retry_max": 64}, out)
    want("no delay: they do", j["replayed"] == 0 and j["timeouts"] == 0, out)
    code, _, err = model("--reset-timers", "--timeout", "5")
    want("--timeout beside --reset-timers", code == 2 and err.count("\n") == 1, err)
    short, out = measure("--delay", "4000", "--reset-timers")
    want("TIMEOUT below the round trip: all is sent twice", short["replayed"] > 1000, out)
    rule = 2 * (2 * 4000 + 16 * 139)
    good, out = measure("--delay", "4000", "--params",
                        "TIMEOUT_RST=%d OPEN_TMO_RST=%d" % (rule, rule))
    want("TIMEOUT by the rule: nothing", good["replayed"] == 0 and good["timeouts"] == 0, out)
    rate = [j["goodput_bytes_per_cycle"] for j in (short, good)]
    want("the rule is worth half of the line", rate[1] > 1.7 * rate[0], str(rate))
    # Two peers send to A, 185 payloads of 92 beats: its port has them all in a queue.
    peers, out = measure("--bidir", "--links", "4", "--loss", "0.001", "--payload", "673")
    want("TIMEOUT is above that queue", peers["timers"]["timeout"] > 185 * 92, out)
    want("so few are sent twice", peers["replayed"] < 2000, str(peers["replayed"]))


with tempfile.TemporaryDirectory() as tmp:
    lockstep(tmp)
    timers(tmp)
    by_make()
    refusals(tmp)
print("params: %d checks, %d failed" % (checks, failed))
sys.exit(1 if failed or checks < 100 else 0)
