package com.example.orders;

import java.nio.charset.StandardCharsets;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/** An orders service that accepts only requests that Castellan has allowed and signed. */
@SpringBootApplication
class OrdersApplication {
  public static void main(String[] args) {
    String secret = System.getenv().getOrDefault("SIGNING_SECRET", "");
    if (secret.getBytes(StandardCharsets.UTF_8).length < 32) {
      System.err.println("SIGNING_SECRET is missing or has fewer than 32 bytes. Set it to the value of gateway.signingSecret.");
      System.exit(1);
    }
    SpringApplication.run(OrdersApplication.class, args);
  }

  @EventListener
  void printAddress(WebServerInitializedEvent event) {
    System.out.println("http://127.0.0.1:" + event.getWebServer().getPort());
  }
}
