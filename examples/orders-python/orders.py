"""An orders service that accepts only requests that Castellan has allowed and signed. Needs Python 3.9 or newer and no packages."""

import hmac
import json
import logging
import os
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

PATH = "/api/v1/orders"
MAX_BODY_BYTES = 10_000
MAX_AGE_SECONDS = 60

SECRET = os.environ.get("SIGNING_SECRET", "").encode()

orders = []  # an application stores its orders in a database
lock = threading.Lock()


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def caller_of(method, target, headers):
    """Returns the caller that Castellan has signed. Raises Refused if the signature is missing, wrong or old."""

    def value(name):
        values = headers.get_all(f"x-castellan-{name}", [])
        return values[0] if len(values) == 1 else ""

    fields = [value(name) for name in ("time", "request-id", "user-id", "username", "role-id", "role-key", "data-scope", "resolved-scope")]
    signed = "\n".join(["v3", method, unquote(target.partition("?")[0]), *fields]).encode()
    expected = hmac.new(SECRET, signed, "sha256").hexdigest()
    if not hmac.compare_digest(expected.encode(), value("signature").encode()):
        raise Refused(401, "The request is not signed by Castellan.")
    if abs(time.time() - int(fields[0])) > MAX_AGE_SECONDS:
        raise Refused(401, "The signature is too old. Compare the clocks of both machines.")
    return {
        "user_id": int(fields[2]),
        "username": unquote(fields[3]),
        "role_key": unquote(fields[5]),
        "scope": json.loads(fields[7]),
    }


def may_see(scope, order):
    """Returns whether a caller may see an order. Everything that is not known means no."""
    if scope.get("kind") == "all":
        return True
    # This example stores no departments. With them: or order["deptId"] in scope["departments"]
    return scope.get("kind") == "some" and scope.get("userId") == order["userId"]


def parse_json(body):
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "The body is not JSON.") from None


def list_orders(caller):
    with lock:
        return [order for order in orders if may_see(caller["scope"], order)]


def add_order(caller, body):
    if not isinstance(body, dict) or set(body) != {"item", "quantity"}:
        raise Refused(400, "The body must have item and quantity.")
    item, quantity = body["item"], body["quantity"]
    if not isinstance(item, str) or not 1 <= len(item) <= 100:
        raise Refused(400, "item must have 1 to 100 characters.")
    if type(quantity) is not int or not 1 <= quantity <= 1000:
        raise Refused(400, "quantity must be an integer from 1 to 1000.")
    with lock:
        order = {
            "id": len(orders) + 1,
            "userId": caller["user_id"],
            "orderedBy": caller["username"],
            "item": item,
            "quantity": quantity,
        }
        orders.append(order)
    return order


class Handler(BaseHTTPRequestHandler):
    timeout = 15  # seconds without data after which a connection is closed

    def do_GET(self):
        self.respond(lambda caller, _: list_orders(caller))

    def do_POST(self):
        self.respond(lambda caller, body: add_order(caller, parse_json(body)))

    def respond(self, handle):
        try:
            # Read first: if unread data is left when the connection is closed, the client may not get the response.
            received = self.read_body()
            caller = caller_of(self.command, self.path, self.headers)
            if self.path.partition("?")[0] != PATH:
                raise Refused(404, "There is no such path.")
            body = {"code": 200, "msg": "OK", "data": handle(caller, received)}
        except Refused as refused:
            body = {"code": refused.code, "msg": str(refused)}
        except TimeoutError:
            body = {"code": 408, "msg": "The body did not arrive in time."}
        except Exception:
            logging.exception("unexpected error")
            body = {"code": 500, "msg": "Internal error."}
        # As Castellan does: the code is in the body, except when the signature is missing.
        self.send_json(401 if body["code"] == 401 else 200, body)

    def read_body(self):
        if "transfer-encoding" in self.headers:
            raise Refused(411, "The request needs a Content-Length.")
        length = self.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > MAX_BODY_BYTES:
            raise Refused(413, f"The body may have at most {MAX_BODY_BYTES} bytes.")
        return self.rfile.read(int(length))

    def send_json(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Logs no requests: their query can contain a token."""


def main():
    if len(SECRET) < 32:
        sys.exit("error: SIGNING_SECRET is missing or has fewer than 32 bytes. Set it to the value of gateway.signingSecret.")
    # Only the proxy on this machine can reach the port.
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Handler)
    # shutdown() waits until serve_forever() has returned, so the signal handler must not wait for it.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    server.server_close()


if __name__ == "__main__":
    main()
