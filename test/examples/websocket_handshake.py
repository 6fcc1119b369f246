"""Sends the handshake of a WebSocket to the FastAPI example, with the headers of the first argument. Prints what happened as JSON."""

import asyncio
import json
import sys

from fastapi import WebSocket
from fastapi_app import app

happened = []


@app.websocket("/updates")
async def updates(socket: WebSocket):
    happened.append(socket.state.caller.username)
    await socket.accept()


async def receive():
    return {"type": "websocket.connect"}


async def send(message):
    happened.append(message.get("status", message["type"]))


headers = [[name.encode(), value.encode()] for name, value in json.loads(sys.argv[1]).items()]
scope = {"type": "websocket", "path": "/updates", "headers": headers, "query_string": b"", "extensions": {"websocket.http.response": {}}}
asyncio.run(app(scope, receive, send))
print(json.dumps(happened))
