"""Verifies the identity headers that Castellan signs. Copy this file into your service. It needs Python 3.9 or newer and no packages."""

import hmac
import json
import os
import time
from typing import NamedTuple
from urllib.parse import unquote

SIGNED = ("time", "request-id", "user-id", "username", "role-id", "role-key", "data-scope", "resolved-scope")
MAX_AGE_SECONDS = 60

SECRET = os.environ.get("SIGNING_SECRET", "").encode()
if len(SECRET) < 32:
    raise RuntimeError("SIGNING_SECRET is missing or has fewer than 32 bytes. Set it to the value of gateway.signingSecret.")


class Caller(NamedTuple):
    user_id: int
    username: str
    role_key: str
    scope: dict


class NotSigned(Exception):
    """Castellan has not signed the request. Respond with status 401."""


def caller_of(method, path, values_of):
    """Returns the caller that Castellan has signed. Raises NotSigned if the signature is missing, wrong or old.

    `path` is decoded and has no query. `values_of(name)` returns the list of all values of a header.
    """

    def value(name):
        values = values_of(f"x-castellan-{name}")
        return values[0] if len(values) == 1 else ""

    sent = [value(name) for name in SIGNED]
    signed = "\n".join(["v3", method, path, *sent]).encode()
    expected = hmac.new(SECRET, signed, "sha256").hexdigest()
    if not hmac.compare_digest(expected.encode(), value("signature").encode()):
        raise NotSigned("The request is not signed by Castellan.")
    seconds, _, user_id, username, _, role_key, _, scope = sent
    if abs(time.time() - int(seconds)) > MAX_AGE_SECONDS:
        raise NotSigned("The signature is too old. Compare the clocks of both machines.")
    return Caller(int(user_id), unquote(username), unquote(role_key), json.loads(scope))
