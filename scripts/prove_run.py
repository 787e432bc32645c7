# SPDX-License-Identifier: Apache-2.0
"""One proof: Verilog -> Yosys -> AIGER -> berkeley-abc, for scripts/prove.

The properties are put in front of `endmodule` of a copy of the block, so they see all that the
block sees. The assertions under `ifdef FORMAL of the block and its parts are proved along. Each
assertion is an output of the AIGER file, each assumption a constraint; a cover is the assertion
that it does not happen, in a file of its own, and must fail.
"""
import os, re, resource, shutil, signal, subprocess

from common import ROOT, RTL_DIRS, modules, read, said, write

FREE = "select -assert-any w:{0}\ncutpoint w:{0}\n"
READ = """read_verilog -formal {defines} -I{rtl} -I{prove} {files}
hierarchy -check -top {block} {params}
prep -flatten -nordff -top {block}
{free}async2sync
memory_map
delete -output o:*
design -save all
"""
# techmap stands before dffunmap: simplemap alone leaves cells that dffunmap does not know.
WRITE = """design -load all
{formal}
setundef -undriven -anyseq
opt -full
techmap
dffunmap
simplemap
opt_clean
setundef -undriven -anyseq
aigmap
tee -q -o {out}.names select -list t:$assert
write_aiger -zinit -map {out}.map {out}.aig
"""
ASSERTS = "chformal -cover -remove"
COVERS = "chformal -assert -remove\ntechmap -map {prove}/cover.v t:$cover"


class Failed(Exception):
    """A tool ended badly, or said what nobody expects."""


class Clock:
    """CPU seconds of the commands of one proof."""

    def __init__(self):
        self.seconds = 0.0

    def run(self, command, log, limit):
        """What it said; None when the limit, in CPU seconds, ran out."""
        limits = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5))
        with open(log, "w+") as out:
            p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, preexec_fn=limits,
                                 stderr=subprocess.STDOUT, cwd=os.path.dirname(log))
            _, status, used = os.wait4(p.pid, 0)
            p.returncode = os.waitstatus_to_exitcode(status)
            self.seconds += used.ru_utime + used.ru_stime
            out.seek(0)
            text = out.read()
        if p.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None
        if p.returncode:
            raise Failed("%s ended with %d, see %s: %s" % (
                command[0], p.returncode, os.path.relpath(log, ROOT),
                (text.strip().splitlines() or [""])[-1]))
        return text


def version(tool):
    how = ["-V"] if tool == "yosys" else ["-c", "version"]
    found = re.search(r"(Yosys \S+|UC Berkeley, ABC \S+)", said(tool, *how))
    return found.group(1) if found else "unknown"


def files_of(block):
    """Files of the block, and of all that it and its properties instance; a module has the name of
    its file."""
    known = modules(*RTL_DIRS, "fpga/eth")
    found, todo = {}, [block]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        if name not in known:
            raise Failed("no file for module " + name)
        found[name] = os.path.join(ROOT, known[name])
        text = read(found[name])
        if name == block:
            text += read(os.path.join(ROOT, "tb", "prove", block + ".vh"))
        text = re.sub(r"//.*", "", text)
        todo += [m for m in set(re.findall(r"\w+", text)) if m in known]
    return found


def sources(proof, folder, bug):
    """Copies of the files, the properties in the block's, and the bug in the one it names."""
    os.makedirs(folder, exist_ok=True)
    out, planted = [], False
    for name, path in sorted(files_of(proof["block"]).items()):
        text = read(path)
        if bug and os.path.samefile(path, os.path.join(ROOT, bug["file"])):
            if text.count(bug["old"]) != 1:
                raise Failed("%s has the text of the bug %d times" % (bug["file"],
                                                                      text.count(bug["old"])))
            text, planted = text.replace(bug["old"], bug["new"]), True
        if name == proof["block"]:
            body = '`include "%s/tb/prove/%s.vh"\n' % (ROOT, name)
            text, n = re.subn(r"^endmodule", body + "endmodule", text, flags=re.M)
            if n != 1:
                raise Failed("%s has %d modules" % (path, n))
        if "TWO_CLOCKS" in proof["defines"]:
            # A clock becomes the level that says: in this step of the formal clock it has an edge.
            text = re.sub(r"always @\(posedge (\w+)\)", r"always @($global_clock) if (\1)", text)
        copy = os.path.join(folder, name + ".v")
        write(copy, text)
        out.append(copy)
    if bug and not planted:
        raise Failed("%s is no part of %s" % (bug["file"], proof["block"]))
    return out


def build(clock, proof, folder, bug=None, covers=False):
    """folder/main.aig and, if wanted, folder/cover.aig."""
    prove = os.path.join(ROOT, "tb", "prove")
    files = sources(proof, folder, bug)
    params = " ".join("-chparam %s %s" % p for p in proof["params"].items())
    defines = " ".join("-D" + d for d in proof["defines"])
    script = READ.format(defines=defines, rtl=os.path.join(ROOT, "rtl"), prove=prove,
                         files=" ".join(files), block=proof["block"], params=params,
                         free="".join(FREE.format(name) for name in proof["free"]))
    script += WRITE.format(formal=ASSERTS, out=os.path.join(folder, "main"))
    if covers:
        script += WRITE.format(formal=COVERS.format(prove=prove),
                               out=os.path.join(folder, "cover"))
    path = os.path.join(folder, "run.ys")
    write(path, script)
    if clock.run(["yosys", "-q", path], os.path.join(folder, "yosys.log"), 300) is None:
        raise Failed("yosys took too long")


def abc(clock, folder, what, engine, limit):
    """(what it said or None, number of properties)."""
    with open(os.path.join(folder, what + ".aig"), "rb") as f:
        head = f.readline().split()
    # aig M I L O A B C: B properties, C constraints
    n = int(head[6]) if len(head) > 6 else 0
    command = "read_aiger %s.aig; fold; strash; %s" % (what, engine)
    log = os.path.join(folder, what + ".log")
    tool = ["stdbuf", "-oL", "berkeley-abc", "-c", command]
    try:
        return clock.run(tool, log, limit), n
    except Failed:
        # bmc3 -a of Debian's version sometimes crashes after it has hit an output. Each of those
        # that are left alone, then.
        text = read(log)
        if not engine.startswith("bmc3 -a") or not asserted(text):
            raise
        for i in sorted(set(range(n)) - set(asserted(text))):
            one = "read_aiger %s.aig; fold; strash; cone -s -O %d; %s" % (
                what, i, engine.replace(" -a", ""))
            said = clock.run(["stdbuf", "-oL", "berkeley-abc", "-c", one], log, limit)
            if said is None:
                return None, n
            for frame in asserted(said).values():
                text += "Output %d was asserted in frame %d\n" % (i, frame)
        return text, n


def asserted(text):
    """{output: frame}"""
    hits = re.findall(r"Output\s+(\d+)(?: of miter \S+)? was asserted in frame\s+(\d+)", text or "")
    return {int(o): int(frame) for o, frame in hits}


def names(folder, what):
    with open(os.path.join(folder, what + ".names")) as f:
        return [re.sub(r"^\w+/", "", line.strip()) for line in f]


def trace(clock, proof, folder):
    """folder/main.vcd, the shortest counterexample. Free choices ($anyseq) are x in it."""
    hunt = "read_aiger main.aig; fold; strash; bmc3; write_cex -a main.aiw"
    clock.run(["berkeley-abc", "-c", hunt], os.path.join(folder, "trace.log"), 120)
    with open(os.path.join(folder, "run.ys")) as f:
        read = f.read().partition("design -save")[0]
    with open(os.path.join(folder, "trace.ys"), "w") as f:
        ticks = "" if "TWO_CLOCKS" in proof["defines"] else "-clock clk "
        f.write(read + "sim " + ticks + "-r main.aiw -map main.map -vcd main.vcd\n")
    clock.run(["yosys", "-q", "trace.ys"], os.path.join(folder, "trace.log"), 120)


def main_proof(clock, proof, folder, r):
    engine, _, depth = proof["engine"].partition(" ")
    command = "pdr -a" if engine == "pdr" else "bmc3 -a -F %d" % (int(depth) + 1)
    text, r["properties"] = abc(clock, folder, "main", command, proof["limit"])
    if not r["properties"]:
        raise Failed("nothing is asserted")
    bad = asserted(text)
    labels = names(folder, "main")
    for output, frame in sorted(bad.items(), key=lambda x: x[1]):
        r["why"].append("counterexample in frame %d: %s" % (frame, labels[output]))
    if bad:
        return trace(clock, proof, folder)
    if engine == "pdr":
        found = re.search(r"All = (\d+)\. Proved = (\d+)\.", text or "")
        if not found or found.group(1) != found.group(2) \
                or int(found.group(1)) != r["properties"]:
            r["why"].append("pdr has no verdict on all of %d properties" % r["properties"])
    else:
        found = re.search(r"No output asserted in (\d+) frames", text or "")
        if not found or int(found.group(1)) <= int(depth):
            r["why"].append("bmc3 did not come to frame %s" % depth)


def prove(proof, folder):
    """The result, ready for JSON."""
    clock = Clock()
    depth = proof["engine"].partition(" ")[2]
    r = {k: proof[k] for k in ("name", "block", "proves", "engine", "params", "short")}
    r.update(depth=int(depth) if depth else None, properties=0, covers=[], caught=[], why=[])
    shutil.rmtree(folder, ignore_errors=True)
    bound = "bmc3 -a -F %d" % (proof["bound"] + 1)
    try:
        build(clock, proof, folder, covers=True)
        main_proof(clock, proof, folder, r)
        text, n = abc(clock, folder, "cover", bound, proof["limit"])
        reached = asserted(text)
        r["covers"] = sorted(reached.values())
        labels = names(folder, "cover")
        r["why"] += ["not covered: " + labels[i] for i in range(n) if i not in reached]
        if not n:
            r["why"].append("nothing is covered")
        for i, bug in enumerate(proof["bugs"]):
            broken = os.path.join(folder, "bug%d" % i)
            build(clock, proof, broken, bug)
            text, _ = abc(clock, broken, "main", bound[:5] + bound[8:], proof["limit"])
            caught = asserted(text)
            if caught:
                r["caught"].append(min(caught.values()))
            else:
                r["why"].append("broken variant %d (%s) is not caught" % (i, bug["file"]))
    except Failed as e:
        r["why"].append(str(e))
    r["seconds"] = round(clock.seconds, 1)
    r["verdict"] = "FAILED" if r["why"] else "proved"
    return r
