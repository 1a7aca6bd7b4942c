"""nginx on loopback, with a certificate authority of its own."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import time

LATENCY = pathlib.Path("/usr/lib/nginx/modules/ngx_http_lua_module.so")
HOSTS = 2_000
DELAYS = (50, 200)

CONFIG = """
{modules}
daemon off; user {user}; worker_processes 1; worker_rlimit_nofile 20000;
pid {base}/nginx.pid; error_log {base}/nginx.log warn;
events {{ worker_connections 10000; multi_accept on; use epoll; }}
http {{
  {paths}
  access_log off; server_tokens off; include /etc/nginx/mime.types;
  sendfile on; sendfile_max_chunk 2m; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 75s; keepalive_requests 1000000;
  open_file_cache max=1000 inactive=10m; open_file_cache_valid 10m;
  client_body_temp_path {base}/nginx-tmp; proxy_temp_path {base}/nginx-tmp;
  fastcgi_temp_path {base}/nginx-tmp; uwsgi_temp_path {base}/nginx-tmp;
  scgi_temp_path {base}/nginx-tmp;
  ssl_certificate {base}/server.pem; ssl_certificate_key {base}/server.key;
  ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:S:10m; ssl_session_tickets on;
  http2_max_concurrent_streams 128;
  server {{
    listen 127.0.0.1:{plain} backlog=4096;
    listen 127.0.0.1:{tls} ssl backlog=4096;
    listen 127.0.0.1:{http2} ssl http2 backlog=4096;
    root {base}/media;
    location /m/ {{ rewrite ^/m/\\d+-(.+)$ /$1 break; }}
    {delays}
  }}
}}
"""


def has_latency():
    return LATENCY.exists()


def free_ports(count):
    """Ports that nobody listens on."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def make_certificates(base):
    """An authority and one certificate for localhost and every host below bench.test."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=base, check=True, capture_output=True)

    for name in ("ca", "server"):
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
    openssl("req", "-x509", "-new", "-key", "ca.key", "-days", "30", "-subj", "/CN=bench CA",
            "-addext", "basicConstraints=critical,CA:TRUE", "-out", "ca.pem")
    openssl("req", "-new", "-key", "server.key", "-subj", "/CN=localhost", "-out", "server.csr")
    (base / "names").write_text("subjectAltName=DNS:localhost,DNS:*.bench.test,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "30", "-extfile", "names", "-out", "leaf.pem")
    (base / "server.pem").write_bytes(
        (base / "leaf.pem").read_bytes() + (base / "ca.pem").read_bytes())


class Server:
    """nginx for as long as the `with` lasts."""

    def __init__(self, base, prefix):
        self.plain, self.tls, self.http2 = free_ports(3)
        make_certificates(base)
        (base / "nginx-tmp").mkdir(exist_ok=True)
        modules = paths = delays = ""
        if has_latency():
            modules = ("load_module /usr/lib/nginx/modules/ndk_http_module.so;\n"
                       f"load_module {LATENCY};")
            paths = 'lua_package_path "/usr/share/lua/5.1/?.lua;/usr/share/lua/5.1/?/init.lua;;";'
            delays = "\n".join(
                f"location /d{delay}/ {{ access_by_lua_block {{ ngx.sleep({delay / 1000}) }} "
                f"rewrite ^/d{delay}/\\d+-(.+)$ /$1 break; }}" for delay in DELAYS)
        config = base / "nginx.conf"
        user = "root" if os.geteuid() == 0 else os.environ.get("USER", "nobody")
        config.write_text(CONFIG.format(
            base=base, modules=modules, paths=paths, delays=delays, user=user, plain=self.plain,
            tls=self.tls, http2=self.http2))
        self.command = [*prefix, "nginx", "-c", str(config), "-p", str(base),
                        "-e", str(base / "nginx.log")]
        self.log = base / "nginx.log"

    def __enter__(self):
        self.process = subprocess.Popen(self.command)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.plain)) == 0:
                    return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.__exit__()
        raise SystemExit(f"bench: nginx does not start:\n{self.log.read_text()}")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
