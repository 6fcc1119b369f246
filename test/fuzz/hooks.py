"""Hooks and checks for Schemathesis. Refusals have the HTTP status 200, so they are recognized by the code in the body."""

import atexit
import json
import os
from collections import Counter
from urllib.request import urlopen

import schemathesis

CALLER = os.environ["FUZZ_CALLER"]  # admin, restricted or none
ACCOUNTS_URL = os.environ["FUZZ_ACCOUNTS_URL"]
SUMMARY_FILE = os.environ["FUZZ_SUMMARY_FILE"]

# Operations that end the caller's session if they succeed.
ENDS_OWN_SESSION = {"logout", "changeOwnPassword", "endOwnSession"}

summary = {"calls": 0, "lost": 0, "codes": {}}
current = None


def new_account():
    """Requests a new user with a token. Nothing that the fuzzer does can prevent this."""
    with urlopen(f"{ACCOUNTS_URL}/{CALLER}") as response:
        return json.load(response)


def is_negative(case):
    return case.meta is not None and case.meta.generation.mode == schemathesis.GenerationMode.NEGATIVE


def operation_id(case):
    return case.operation.definition.raw.get("operationId", "")


def code_of(response):
    """Returns the code of the body; the HTTP status of a response without one, such as a file."""
    try:
        return json.loads(response.content)["code"]
    except (ValueError, KeyError, TypeError):
        return response.status_code


def reason_of(response):
    return (response.headers.get("x-castellan-reason") or [""])[0]


def use_meaningful_values(values, number):
    """Replaces values that random data hardly ever gets right, so that valid requests also succeed."""
    replacements = {
        "id": 1 + number % 30,
        "username": f"fuzz-{number}",
        "password": f"velvet harbour, {number} lanterns",
        "newPassword": f"velvet harbour, {number} lanterns",
        "roleId": 1 + number % 5,
        "userId": 1 + number % 30,
        "roleName": f"Role {number}",
        "roleKey": f"fuzz-{number}" if "roleName" in values else "admin",
        "method": "GET",
        "path": "/api/v1/orders/:id",
        "ids": [1 + number % 30],
        "csv": f"p, clerk, /api/v1/fuzz/{number}, GET",
    }
    for name, value in replacements.items():
        if name in values:
            values[name] = value
    for rule in values.get("rules", []):
        rule.update(roleKey="clerk", path=f"/api/v1/fuzz/{number % 3}/:id", method="GET")
    # The revision of a record that does not exist any more.
    values.pop("revision", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    global current
    if CALLER == "none":
        return
    if current is None:
        current = new_account()
    account = new_account() if operation_id(case) in ENDS_OWN_SESSION else current
    if summary["calls"] % 2 == 0 and not is_negative(case):
        for values in (case.path_parameters, case.query, case.body):
            if isinstance(values, dict):
                use_meaningful_values(values, summary["calls"])
        if isinstance(case.body, dict) and "oldPassword" in case.body:
            case.body["oldPassword"] = account["password"]
        if operation_id(case).startswith("list"):
            # Hardly any record meets a random filter.
            case.query = {}
        if operation_id(case) == "login" and isinstance(case.body, dict):
            case.body.update(username=account["username"], password=account["password"])
    case.headers["Authorization"] = f"Bearer {account['token']}"


@schemathesis.hook
def after_call(context, case, response):
    global current
    code = code_of(response)
    summary["calls"] += 1
    codes = summary["codes"].setdefault(operation_id(case), Counter())
    codes[f"{code} {reason_of(response)}".strip()] += 1
    if CALLER != "none" and code == 401 and reason_of(response) != "permission-denied":
        # An earlier call has ended the session, or has changed or deleted the user.
        summary["lost"] += 1
        current = None


@atexit.register
def write_summary():
    with open(SUMMARY_FILE, "w", encoding="utf-8") as file:
        json.dump(summary, file)


def is_ignored(case):
    """Unknown query parameters, and the media type of a request without a body, have no effect."""
    known = {parameter.name for parameter in case.operation.query}
    if any(name not in known for name in case.query or {}):
        return True
    return not case.operation.body and "Content-Type" in case.headers


@schemathesis.check
def invalid_data_is_refused(context, response, case):
    if not is_negative(case) or is_ignored(case):
        return
    if response.status_code == 200 and code_of(response) == 200:
        raise AssertionError("Data that the document does not allow was accepted")


@schemathesis.check
def identity_is_required(context, response, case):
    if CALLER != "none" or case.operation.definition.raw.get("x-castellan-checks", "none") == "none":
        return
    if response.status_code == 200 and code_of(response) != 401:
        raise AssertionError("A call without a token was not refused with the code 401")
