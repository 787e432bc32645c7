# SPDX-License-Identifier: Apache-2.0
"""Hosts for GNU parallel: this machine behind an sshd of the test's own, where there is one."""
import os, shutil, socket, subprocess, tempfile, time

SSHD = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
SERVER = """Port {port}
ListenAddress 127.0.0.1
HostKey {dir}/host
AuthorizedKeysFile {dir}/user.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
"""
CLIENT = """Host here
  HostName 127.0.0.1
  Port {port}
  IdentityFile {dir}/user
  IdentitiesOnly yes
  StrictHostKeyChecking no
  UserKnownHostsFile {dir}/known
  LogLevel ERROR
"""


class Hosts:
    """env is what scripts/farm needs; said is which way it goes."""

    def __enter__(self):
        self.dir = self.server = None
        if SSHD and shutil.which("ssh") and (os.getuid() or os.path.isdir("/run/sshd")):
            self.start()
            self.said = "ssh: over an sshd of this test"
            self.env = dict(os.environ, FARM_HOSTS="here",
                            PARALLEL_SSH="ssh -F %s/client" % self.dir)
        else:
            self.said = "ssh: no sshd on this machine: GNU parallel runs the tasks without ssh"
            self.env = dict(os.environ, FARM_HOSTS=":")
        return self

    def start(self):
        self.dir = tempfile.mkdtemp(prefix="ttp-ssh-")
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        for key in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                            "%s/%s" % (self.dir, key)], check=True)
        for name, text in (("server", SERVER), ("client", CLIENT)):
            with open("%s/%s" % (self.dir, name), "w") as f:
                f.write(text.format(port=port, dir=self.dir))
        with open(self.dir + "/log", "w") as log:
            self.server = subprocess.Popen([SSHD, "-D", "-e", "-f", self.dir + "/server"],
                                           stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 20
        while subprocess.run(["ssh", "-F", self.dir + "/client", "here", "true"],
                             stderr=subprocess.DEVNULL).returncode:
            if time.monotonic() > end or self.server.poll() is not None:
                with open(self.dir + "/log") as f:
                    raise SystemExit("FAIL: the sshd does not answer\n" + f.read())
            time.sleep(0.2)

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            self.server.wait()
        if self.dir:
            shutil.rmtree(self.dir, ignore_errors=True)
