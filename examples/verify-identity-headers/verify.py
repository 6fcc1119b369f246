"""Verifies the identity headers that Castellan signs. It needs only the standard library."""

import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

SIGNED = ("Time", "Request-Id", "User-Id", "Username", "Role-Id", "Role-Key", "Data-Scope", "Resolved-Scope")


def verify_identity(method, path, values_of, secret, max_age_seconds=60):
    """Returns the caller, or None if the headers were not signed by Castellan for this request.

    `path` is decoded and has no query. `values_of(name)` returns the list of all values of a header.
    """

    def value(name):
        values = values_of("X-Castellan-" + name)
        return values[0] if len(values) == 1 else ""

    sent = {name: value(name) for name in SIGNED}
    lines = "\n".join(["v3", method, path, *sent.values()])
    expected = hmac.new(secret.encode(), lines.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), value("Signature").encode()):
        return None
    if abs(time.time() - int(sent["Time"])) > max_age_seconds:
        return None
    return {name: unquote(value) for name, value in sent.items()}


def scope_of(caller):
    """Returns which rows the caller may see. Everything that is not known is none."""
    try:
        scope = json.loads(caller["Resolved-Scope"])
    except ValueError:
        scope = None
    kind = scope.get("kind") if isinstance(scope, dict) else None
    if kind in ("all", "fetch"):
        return {"kind": kind}
    if kind == "some" and isinstance(scope.get("departments"), list):
        return {"kind": kind, "departments": scope["departments"], "userId": scope.get("userId", 0)}
    return {"kind": "none"}


class WhoAmI(BaseHTTPRequestHandler):
    def do_GET(self):
        path = unquote(self.path.split("?")[0])
        caller = verify_identity(self.command, path, lambda name: self.headers.get_all(name, []), os.environ["SIGNING_SECRET"])
        body = json.dumps(caller and {**caller, "Scope": scope_of(caller)}).encode()
        self.send_response(401 if caller is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), WhoAmI)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
