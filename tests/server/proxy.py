"""nginx with the file that we give to hosts, names and places exchanged, started by a test for itself."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from scripts.ready import nginx_program
from tests.ports import free_port

NAME = "niagara.example.org"
SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PATIENCE = 30.0  # seconds
MAIN = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Nginx:
    """Before servers at 127.0.0.1, by TLS, as niagara.example.org."""

    def __init__(self, *servers: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="niagara-nginx-"))
        self.port, plain = free_port(), free_port()
        self.plain = f"http://127.0.0.1:{plain}"
        self.authority = f"{NAME}:{self.port}"
        self.address = f"https://{self.authority}"
        self._certify()
        (self.folder / "site.conf").write_text(self._site(servers, plain))
        user = "" if os.geteuid() else "user root;"
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=self.folder, user=user))
        program = nginx_program()
        assert program, "These tests need nginx: install Debian's package nginx."
        command = [
            program,
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
            "-e",
            str(self.folder / "error.log"),
        ]
        self._process = subprocess.Popen(command, start_new_session=True)
        self._wait()

    def trust(self) -> ssl.SSLContext:
        """What a browser has that trusts our certificate and no other."""
        return ssl.create_default_context(cafile=str(self.folder / "certificate.pem"))

    def told(self) -> list[str]:
        """What nginx complains about, but for connections to servers that were killed."""
        lines = (self.folder / "error.log").read_text().splitlines()
        return [line for line in lines if "[notice]" not in line]

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def _site(self, servers: tuple[str, ...], plain: int) -> str:
        one = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=5s;\n"
        here = "".join(one.replace("127.0.0.1:8000", server) for server in servers)
        exchanged = {
            one: here,
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{self.folder}/certificate.pem",
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{self.folder}/key.pem",
        }
        site = SITE.read_text()
        for ours, test in exchanged.items():
            assert ours in site, f"deploy/nginx.conf no longer has {ours!r}"
            site = site.replace(ours, test)
        return site

    def _certify(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        plain = serialization.NoEncryption()
        form = serialization.PrivateFormat.PKCS8
        (self.folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
        (self.folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert self._process.poll() is None, (self.folder / "error.log").read_text()
                assert time.monotonic() < until, "nginx does not answer"
                time.sleep(0.05)
