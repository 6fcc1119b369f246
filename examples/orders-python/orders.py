"""An orders service that accepts only requests that Castellan has allowed and signed. Needs Python 3.9 or newer and no packages."""

import json
import logging
import os
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from castellan_identity import NotSigned, caller_of
from order_list import MAX_BODY_BYTES, InvalidOrder, add_order, list_orders, parse_order

PATH = "/api/v1/orders"


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Handler(BaseHTTPRequestHandler):
    timeout = 15  # seconds without data after which a connection is closed

    def respond(self):
        try:
            # Read first: if unread data is left when the connection is closed, the client may not get the response.
            received = self.read_body()
            path = unquote(self.path.partition("?")[0])
            caller = caller_of(self.command, path, lambda name: self.headers.get_all(name, []))
            body = {"code": 200, "msg": "OK", "data": self.handle_order_request(caller, path, received)}
        except NotSigned as problem:
            body = {"code": 401, "msg": str(problem)}
        except InvalidOrder as problem:
            body = {"code": 400, "msg": str(problem)}
        except Refused as refused:
            body = {"code": refused.code, "msg": str(refused)}
        except TimeoutError:
            body = {"code": 408, "msg": "The body did not arrive in time."}
        except Exception:
            logging.exception("unexpected error")
            body = {"code": 500, "msg": "Internal error."}
        # As Castellan does: the code is in the body, except when the signature is missing.
        self.send_json(401 if body["code"] == 401 else 200, body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

    def handle_order_request(self, caller, path, body):
        if path == PATH and self.command == "POST":
            return add_order(caller, *parse_order(body))
        item = path[len(PATH) + 1 :] if path.startswith(f"{PATH}/") else None
        if path != PATH and (not item or "/" in item):
            raise Refused(404, "There is no such path.")
        if self.command != "GET":
            raise Refused(405, "The path does not support this method.")
        return list_orders(caller, item)

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
