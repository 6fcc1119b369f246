"""An orders service with FastAPI that accepts only requests that Castellan has allowed and signed."""

from typing import Annotated

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from castellan_identity import Caller, NotSigned, caller_of
from order_list import add_order, list_orders


class VerifySignature:
    """Runs before every handler, also of WebSockets, and for paths without a handler."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        try:
            # A handshake of a WebSocket has no method here. It is a GET.
            caller = caller_of(scope.get("method", "GET"), scope["path"], connection.headers.getlist)
        except NotSigned as problem:
            response = JSONResponse({"code": 401, "msg": str(problem)}, status_code=401)
            return await response(scope, receive, send)
        connection.state.caller = caller
        await self.app(scope, receive, send)


app = FastAPI(redirect_slashes=False)
app.add_middleware(VerifySignature)


def signed_caller(request: Request) -> Caller:
    return request.state.caller


SignedCaller = Annotated[Caller, Depends(signed_caller)]


class NewOrder(BaseModel, extra="forbid", strict=True):
    item: str = Field(min_length=1, max_length=100)
    quantity: int = Field(ge=1, le=1000)


@app.get("/api/v1/orders")
def get_orders(caller: SignedCaller):
    return {"code": 200, "msg": "OK", "data": list_orders(caller)}


@app.get("/api/v1/orders/{item}")
def get_orders_of_item(caller: SignedCaller, item: str):
    return {"code": 200, "msg": "OK", "data": list_orders(caller, item)}


@app.post("/api/v1/orders")
def post_order(caller: SignedCaller, order: NewOrder):
    return {"code": 200, "msg": "OK", "data": add_order(caller, order.item, order.quantity)}


# As Castellan does: the code is in the body.
@app.exception_handler(RequestValidationError)
def report_invalid_order(_, error):
    return JSONResponse({"code": 400, "msg": "; ".join(problem["msg"] for problem in error.errors())})


@app.exception_handler(HTTPException)
def report_error(_, error):
    return JSONResponse({"code": error.status_code, "msg": error.detail})
