"""An orders service with Flask that accepts only requests that Castellan has allowed and signed."""

from flask import Flask, g, request
from werkzeug.exceptions import HTTPException

from castellan_identity import NotSigned, caller_of
from order_list import MAX_BODY_BYTES, InvalidOrder, add_order, list_orders, parse_order

app = Flask(__name__, static_folder=None)
app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES


@app.before_request
def verify_signature():
    """Runs before every handler, and for paths without a handler."""
    g.caller = caller_of(request.method, request.path, request.headers.getlist)


@app.get("/api/v1/orders")
def get_orders():
    return {"code": 200, "msg": "OK", "data": list_orders(g.caller)}


@app.get("/api/v1/orders/<item>")
def get_orders_of_item(item):
    return {"code": 200, "msg": "OK", "data": list_orders(g.caller, item)}


@app.post("/api/v1/orders")
def post_order():
    return {"code": 200, "msg": "OK", "data": add_order(g.caller, *parse_order(request.get_data()))}


@app.errorhandler(NotSigned)
def refuse(problem):
    return {"code": 401, "msg": str(problem)}, 401


# As Castellan does: the code is in the body.
@app.errorhandler(InvalidOrder)
def report_invalid_order(problem):
    return {"code": 400, "msg": str(problem)}


@app.errorhandler(HTTPException)
def report_error(error):
    return {"code": error.code, "msg": error.description}
