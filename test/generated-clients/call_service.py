"""Calls a service with the client that openapi-python-client has generated: call_service.py ORIGIN PASSWORD"""

import json
import sys

from castellan_client import AuthenticatedClient, Client
from castellan_client.api.login import login
from castellan_client.api.service import get_app_config
from castellan_client.api.users import list_users
from castellan_client.models import (
    BadRequest,
    GetAppConfigSuccess,
    ListUsersSuccess,
    LoginSuccess,
    PasswordLogin,
    Unauthorized,
)


def expect(kind, response):
    if not isinstance(response, kind):
        raise TypeError(f"{kind.__name__} was expected instead of {response!r}")
    return response


origin, password = sys.argv[1:]
client = Client(base_url=origin)
config = expect(GetAppConfigSuccess, get_app_config.sync(client=client))
wrong = expect(BadRequest, login.sync(client=client, body=PasswordLogin("admin", f"not {password}")))
logged_in = expect(LoginSuccess, login.sync(client=client, body=PasswordLogin("admin", password)))
users = expect(ListUsersSuccess, list_users.sync(client=AuthenticatedClient(base_url=origin, token=logged_in.token)))
refused = expect(Unauthorized, list_users.sync(client=AuthenticatedClient(base_url=origin, token="none")))
print(
    json.dumps(
        {
            "mode": config.data.mode,
            "wrongLogin": wrong.reason,
            "loginCode": logged_in.code,
            "firstUser": users.data.list_[0].username,
            "count": users.data.count,
            "noToken": refused.code,
        }
    )
)
