# SPDX-License-Identifier: Apache-2.0
"""What several scripts share: files, presets, parts of blocks, tables, commands and their ends."""
import argparse, glob, importlib.machinery, importlib.util, json, os, re, signal, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Nothing is left in the folders of what is imported after this file.
sys.dont_write_bytecode = True
# On a slow or shared machine every time limit can be stretched.
SCALE = float(os.environ.get("TTP_TEST_TIME_SCALE", "1"))


def load(path):
    """A script of this repository as a module; its name needs no .py."""
    name = os.path.basename(path)
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def parser(doc):
    """Options of a script; --help shows what the script says of itself."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)


def number(text, least):
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError("%s: want a number from %d" % (text, least))
    return int(text)


def from_0(text):
    """An option that is a number, say a seed."""
    return number(text, 0)


def from_1(text):
    """An option that counts something."""
    return number(text, 1)


def numbers(text):
    """An option that is a list of numbers, comma separated."""
    return [from_0(word) for word in text.split(",")]


def pattern(text):
    """An option that is a regular expression."""
    try:
        re.compile(text)
    except re.error as e:
        raise argparse.ArgumentTypeError("%s: no regular expression: %s" % (text, e))
    return text


def program(text):
    """An option that is a program which is built already."""
    if not os.access(text, os.X_OK) or os.path.isdir(text):
        raise argparse.ArgumentTypeError("%s: no such program" % text)
    return text


def preset_list(text):
    """An option that is a list of presets, comma separated."""
    for name in text.split(","):
        if name not in presets():
            raise argparse.ArgumentTypeError("no preset %s (%s)" % (name, " ".join(presets())))
    return text.split(",")


def presets():
    """{name: {parameter: value as text}} of sim/presets.def, in its order."""
    text = read(os.path.join(ROOT, "sim", "presets.def"))
    names = re.findall(r"\w+", re.search(r"\*\s+name\s+(DATA_W[\w\s*]+?)\*/", text).group(1))
    rows = re.findall(r"^PRESET\(([^)]*)\)", text, re.M)
    return {name: dict(zip(names, values))
            for name, *values in (re.split(r"\s*,\s*", row.strip()) for row in rows)}


RTL_DIRS = ["rtl", "rtl/lib", "rtl/link", "rtl/nic", "rtl/port", "rtl/rx", "rtl/tx"]
MODEL_DIRS = ["model", "model/nic", "model/port"]
CARD_DIRS = ["fpga/eth", "fpga/card"]


def of_mac(path):
    """Is a file or module of rtl/ one of the MAC? NIC and port are around it."""
    return not re.search(r"ttp_(bus_)?(nic|port)\b|ttp_(nic|port)_", path)


def files(*patterns):
    """What fits in the repository, pattern by pattern, each in order."""
    return [f for p in patterns for f in sorted(glob.glob(p, root_dir=ROOT, recursive=True))]


def modules(*folders):
    """{module: its file} of these folders; a file of Verilog has one module, that of its name."""
    return {os.path.basename(f)[:-2]: f for f in files(*(d + "/*.v" for d in folders))}


def whole(path):
    """The block that a file of rtl/ or model/ is a part of, by its header; None if it is none."""
    found = re.search(r"^(?:// | \* )Part of: (\w+)", read(path), re.M)
    return found and found.group(1)


def parts(block, pattern="rtl/**/*.v"):
    """The files that say in their header that they are a part of this block."""
    return [p for p in files(pattern) if whole(os.path.join(ROOT, p)) == block]


def read(path):
    with open(path, errors="replace") as f:
        return f.read()


def write(path, text):
    with open(path, "w") as f:
        f.write(text)


def read_json(path, kind=dict):
    """Empty for a file that is absent, broken, or of another kind."""
    try:
        what = json.loads(read(path))
    except (OSError, ValueError):
        return kind()
    return what if isinstance(what, kind) else kind()


def write_new(path, text):
    """Leaves a file alone that has that text already, so that what was built from it stays."""
    if os.path.exists(path) and not os.path.islink(path) and read(path) == text:
        return
    if os.path.lexists(path):
        os.unlink(path)
    write(path, text)


def newer(target, sources):
    """Is the target absent, or older than one of its sources?"""
    if not os.path.exists(target):
        return True
    return any(os.path.getmtime(s) > os.path.getmtime(target) for s in sources)


def put_link(target, link):
    if os.path.islink(link) and os.readlink(link) == target:
        return
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(target, link)


def said(*command):
    """What a command prints, without the blanks around it; "" if it is not there or fails."""
    try:
        r = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                           text=True)
    except OSError:
        return ""
    return r.stdout.strip() if r.returncode == 0 else ""


def must(*command):
    """What a command prints. If it fails, so does the script: a list that fails is not empty."""
    r = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       text=True)
    if r.returncode:
        sys.exit("%s: exit %d" % (" ".join(command), r.returncode))
    return r.stdout


def first_line(*command):
    return said(*command).partition("\n")[0]


def commit():
    """The commit of the tree; `-dirty` if something is changed."""
    return said("git", "describe", "--always", "--dirty", "--exclude=*")


def tracked():
    """All that is in git, or new and not ignored; [] without git."""
    return said("git", "ls-files", "-co", "--exclude-standard").splitlines()


def table(head, rows, mark=""):
    """Columns, the first one to the left; with mark '|' as markdown."""
    cells = [[str(v) for v in r] for r in [head] + rows]
    width = [max(len(r[i]) for r in cells) for i in range(len(head))]
    lines = []
    for n, r in enumerate(cells):
        body = [v.ljust(width[i]) if i == 0 else v.rjust(width[i]) for i, v in enumerate(r)]
        lines.append(("| " + " | ".join(body) + " |") if mark else "  " + "  ".join(body).rstrip())
        if mark and n == 0:
            lines.append("|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|")
    return "\n".join(lines)


def pyplot():
    """matplotlib, set up so that the same figures give the same picture; None if it is not here."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "ttp", "svg.fonttype": "none"})
    import matplotlib.pyplot
    return matplotlib.pyplot


def save_svg(fig, path):
    """A picture of matplotlib in few lines: no comments, places to a hundredth of a point (not what
    is written there), and on a line what is drawn together."""
    fig.tight_layout()
    fig.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    fig.clear()
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", " ", read(path), flags=re.S)
    text = re.sub(r"\s+", " ", text).replace("> <", ">\n<")
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\d\.\d\d)\d+", r"\1", tag[0]), text)
    text = re.sub(r"(<g\b[^>]*>)\n", r"\1", re.sub(r"\n(</g>)", r"\1", text))
    write(path, text.strip() + "\n")


def kill_group(p):
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
