package com.example.orders;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Runs before every handler, and for paths without a handler. It is the first filter. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class VerifySignature extends OncePerRequestFilter {
  private final byte[] secret;

  VerifySignature(@Value("${SIGNING_SECRET}") String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      request.setAttribute("caller", CastellanIdentity.callerOf(request, secret));
    } catch (CastellanIdentity.NotSigned problem) {
      response.setStatus(401);
      response.setContentType("application/json");
      response.getWriter().write("{\"code\":401,\"msg\":\"" + problem.getMessage() + "\"}");
      return;
    } catch (GeneralSecurityException problem) {
      throw new ServletException(problem);
    }
    chain.doFilter(request, response);
  }
}
