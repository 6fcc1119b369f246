"""The orders, which the services of this folder share. An application stores them in a database."""

import json
import threading

MAX_BODY_BYTES = 10_000

orders = []
lock = threading.Lock()


class InvalidOrder(Exception):
    """The body of a request is not an order."""


def may_see(scope, order):
    """Returns whether a caller may see an order. Everything that is not known means no."""
    if scope.get("kind") == "all":
        return True
    # This example stores no departments. With them: or order["deptId"] in scope["departments"]
    return scope.get("kind") == "some" and scope.get("userId") == order["userId"]


def list_orders(caller, item=None):
    """Returns the orders that the caller may see: all of them, or those of one item."""
    with lock:
        return [order for order in orders if may_see(caller.scope, order) and item in (None, order["item"])]


def add_order(caller, item, quantity):
    with lock:
        order = {
            "id": len(orders) + 1,
            "userId": caller.user_id,
            "orderedBy": caller.username,
            "item": item,
            "quantity": quantity,
        }
        orders.append(order)
    return order


def parse_order(body):
    """Returns item and quantity from a body in JSON."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidOrder("The body is not JSON.") from None
    if not isinstance(fields, dict) or set(fields) != {"item", "quantity"}:
        raise InvalidOrder("The body must have item and quantity.")
    item, quantity = fields["item"], fields["quantity"]
    if not isinstance(item, str) or not 1 <= len(item) <= 100:
        raise InvalidOrder("item must have 1 to 100 characters.")
    if type(quantity) is not int or not 1 <= quantity <= 1000:
        raise InvalidOrder("quantity must be an integer from 1 to 1000.")
    return item, quantity
