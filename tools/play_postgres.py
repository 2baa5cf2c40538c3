"""Two servers on one PostgreSQL, behind nginx, all on this computer: what a café does on three machines. `make play-postgres`.

The cluster is in a folder of its own and stays there: the same tables are back at the next start.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.cluster import Cluster, missing, other_user  # noqa: E402 - from wherever it is started

NGINX = """\
daemon off;
pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream sousmain {{
        {servers}
        keepalive 32;
    }}
    server {{
        listen {bind}:{port};
        location / {{
            proxy_pass http://sousmain;
            proxy_http_version 1.1;
            proxy_connect_timeout 1s;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


def main() -> int:
    """Starts all of it, prints the address, and ends all of it with Ctrl+C."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--servers", type=int, default=2)
    words.add_argument("--port", type=int, default=7770)
    words.add_argument("--bind", default="127.0.0.1", help="where phones come: this computer alone unless given")
    words.add_argument("--folder", type=Path, default=Path("/var/tmp") / f"sousmain-postgres-{os.getuid()}")
    words.add_argument("game", nargs="?", default="")
    asked = words.parse_args()
    if why := missing():
        print(f"sousmain: {why}", file=sys.stderr)
        return 2
    nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not nginx:
        print("sousmain: there is no nginx here: tools/need nginx", file=sys.stderr)
        return 2
    started: list[subprocess.Popen[bytes]] = []
    cluster = prepared(asked.folder)
    try:
        url = cluster.address("sousmain")
        ports = [free_port() for _ in range(asked.servers)]
        started.append(proxy(nginx, asked, ports))
        base = f"http://{asked.bind}:{asked.port}"
        for number, port in enumerate(ports):
            play = [sys.executable, "-m", "cli", "play", *([asked.game] if asked.game else []), "--no-open"]
            play += ["--port", str(port), "--public-url", base, "--trust-proxy", "1"]
            play += ["--data", str(asked.folder / "servers"), "--store", url]
            silent = None if not number else subprocess.DEVNULL  # all of them say the same
            started.append(subprocess.Popen(play, cwd=ROOT, stdout=silent))
            wait_for(port)
        print(f"{asked.servers} servers on one PostgreSQL, behind {base} (Ctrl+C stops all of it)", flush=True)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        for process in started:
            process.wait()
    except KeyboardInterrupt:
        pass
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(20)
        cluster.stop(quickly=False)
    return 0


def prepared(folder: Path) -> Cluster:
    """The cluster, running; made if there is none."""
    folder.mkdir(mode=0o755, exist_ok=True)
    home = folder / "cluster"
    made = not home.exists()
    home.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0 and (found := other_user()):
        os.chown(home, found.pw_uid, found.pw_gid)
    safely = {"fsync": "on", "full_page_writes": "on"}
    cluster = Cluster(home, safely)
    if made:
        cluster.make()
    cluster.start()
    if made:
        cluster.database("sousmain")
    return cluster


def proxy(nginx: str, asked: argparse.Namespace, ports: list[int]) -> subprocess.Popen[bytes]:
    """nginx before the servers."""
    folder = asked.folder / "nginx"
    folder.mkdir(exist_ok=True)
    file = folder / "nginx.conf"
    servers = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
    user = "user root;\n" if os.geteuid() == 0 else ""
    file.write_text(user + NGINX.format(folder=folder, servers=servers, bind=asked.bind, port=asked.port))
    return subprocess.Popen([nginx, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")])


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise SystemExit("sousmain: a server does not start")


if __name__ == "__main__":
    sys.exit(main())
