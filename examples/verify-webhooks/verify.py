"""Receives events of Castellan. `verify_webhook` is what you copy; it needs only the standard library."""

import base64
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_AGE_SECONDS = 300
MAX_BODY_BYTES = 1024 * 1024


def verify_webhook(headers, body, secret):
    """Returns the event of a request, or raises ValueError if Castellan has not signed it. `body` is bytes as received."""
    message_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at):
        raise ValueError("the timestamp is missing")
    if abs(time.time() - int(sent_at)) > MAX_AGE_SECONDS:
        raise ValueError("the request is too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures):
        raise ValueError("the signature is wrong")
    return {"id": message_id, **json.loads(body)}


SECRET = os.environ["WEBHOOK_SECRET"]
# An event can arrive twice. A real receiver stores the ids together with what it does about the events.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            length = int(self.headers.get("content-length", ""))
            if length < 0 or length > MAX_BODY_BYTES:
                raise ValueError("the body is too large")
            event = verify_webhook(self.headers, self.rfile.read(length), SECRET)
        except ValueError as error:
            self.respond(400, f"{error}\n")
            return
        if event["id"] not in seen:
            print(f"{event['type']}: {event['data']['text']}", flush=True)
        seen.add(event["id"])
        self.respond(204, "")

    def respond(self, status, text):
        self.send_response(status)
        self.send_header("content-type", "text/plain")
        if text:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
