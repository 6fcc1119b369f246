package com.example.orders;

import com.example.orders.CastellanIdentity.Caller;
import com.example.orders.CastellanIdentity.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestController
@RestControllerAdvice
class OrdersController {
  record Order(int id, long userId, String orderedBy, String item, int quantity) {}

  record NewOrder(String item, Integer quantity) {}

  record Body(int code, String msg, Object data) {}

  record Failure(int code, String msg) {}

  /** An application stores its orders in a database. */
  private final List<Order> orders = new ArrayList<>();

  @GetMapping("/api/v1/orders")
  Body list(@RequestAttribute Caller caller) {
    return ok(visible(caller, order -> true));
  }

  @GetMapping("/api/v1/orders/{item}")
  Body listOfItem(@RequestAttribute Caller caller, @PathVariable String item) {
    return ok(visible(caller, order -> order.item().equals(item)));
  }

  @PostMapping("/api/v1/orders")
  Object add(@RequestAttribute Caller caller, @RequestBody NewOrder added) {
    String item = added.item();
    if (item == null || item.isEmpty() || item.codePointCount(0, item.length()) > 100) {
      return new Failure(400, "item must have 1 to 100 characters.");
    }
    if (added.quantity() == null || added.quantity() < 1 || added.quantity() > 1000) {
      return new Failure(400, "quantity must be an integer from 1 to 1000.");
    }
    synchronized (orders) {
      Order order = new Order(orders.size() + 1, caller.userId(), caller.username(), item, added.quantity());
      orders.add(order);
      return ok(order);
    }
  }

  private List<Order> visible(Caller caller, Predicate<Order> isWanted) {
    synchronized (orders) {
      return orders.stream().filter(isWanted).filter(order -> maySee(caller.scope(), order)).toList();
    }
  }

  /** Returns whether a caller may see an order. Everything that is not known means no. */
  private static boolean maySee(Scope scope, Order order) {
    if ("all".equals(scope.kind())) return true;
    // This example stores no departments. With them: or if scope.departments() contains the department of the order.
    return "some".equals(scope.kind()) && scope.userId() != null && scope.userId() == order.userId();
  }

  private static Body ok(Object data) {
    return new Body(200, "OK", data);
  }

  /** As Castellan does: the code is in the body. */
  @ExceptionHandler
  Failure report(Exception error) {
    if (error instanceof ErrorResponse known) return new Failure(known.getStatusCode().value(), known.getBody().getDetail());
    if (error instanceof HttpMessageNotReadableException) return new Failure(400, "The body is not an order.");
    LoggerFactory.getLogger(OrdersController.class).error("unexpected error", error);
    return new Failure(500, "Internal error.");
  }
}
