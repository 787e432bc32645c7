# SPDX-License-Identifier: Apache-2.0
"""What the scripts of this folder share: runs of build/ttpfabric."""
import os, subprocess, sys

sys.path.insert(1, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from common import ROOT, read_json

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
    return read_json(path)
