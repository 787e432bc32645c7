# SPDX-License-Identifier: Apache-2.0
"""What the scripts of this folder share: runs of build/ttpfabric."""
import json, os, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUT = os.path.join(ROOT, "build", "fabric")


def run(name, *options, show=False):
    """The results of a run; they stay in build/fabric/<name>.json."""
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, name + ".json")
    command = ["build/ttpfabric", *options, "--json", path]
    if not show:
        command.append("--quiet")
    if subprocess.run(command, cwd=ROOT).returncode:
        sys.exit("%s: failed: %s" % (os.path.basename(sys.argv[0]), " ".join(command)))
    with open(path) as f:
        return json.load(f)
