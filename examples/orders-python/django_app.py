"""An orders service with Django that accepts only requests that Castellan has allowed and signed."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path

from castellan_identity import NotSigned, caller_of
from order_list import MAX_BODY_BYTES, InvalidOrder, add_order, list_orders, parse_order


def verify_signature(get_response):
    """Runs before every handler, and for paths without a handler. It is the first middleware."""

    def middleware(request):
        def values_of(name):
            return [request.headers[name]] if name in request.headers else []

        try:
            # path_info is what Django routes by. request.path has a prefix that gunicorn takes from the header SCRIPT_NAME.
            request.caller = caller_of(request.method, request.path_info, values_of)
        except NotSigned as problem:
            return JsonResponse({"code": 401, "msg": str(problem)}, status=401)
        return get_response(request)

    return middleware


# As Castellan does: the code is in the body.
def respond(code, msg, **data):
    return JsonResponse({"code": code, "msg": msg, **data})


def handle_orders(request):
    if request.method == "GET":
        return respond(200, "OK", data=list_orders(request.caller))
    if request.method != "POST":
        return respond(405, "The path does not support this method.")
    try:
        return respond(200, "OK", data=add_order(request.caller, *parse_order(request.body)))
    except InvalidOrder as problem:
        return respond(400, str(problem))


def handle_orders_of_item(request, item):
    if request.method != "GET":
        return respond(405, "The path does not support this method.")
    return respond(200, "OK", data=list_orders(request.caller, item))


def handler400(request, exception):
    return respond(400, "The request is malformed or too large.")


def handler404(request, exception):
    return respond(404, "There is no such path.")


urlpatterns = [
    path("api/v1/orders", handle_orders),
    path("api/v1/orders/<item>", handle_orders_of_item),
]

# In a project, these lines are in settings.py.
settings.configure(
    ROOT_URLCONF=__name__,
    MIDDLEWARE=[f"{__name__}.verify_signature"],
    DATA_UPLOAD_MAX_MEMORY_SIZE=MAX_BODY_BYTES,
)
application = get_wsgi_application()
