package com.example.orders;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.json.JsonMapper;

/** Verifies the identity headers that Castellan signs. Copy this file into your service. */
final class CastellanIdentity {
  /** The user that Castellan has identified. */
  record Caller(long userId, String username, String roleKey, Scope scope) {}

  /** Which rows a caller may see. */
  record Scope(String kind, List<Long> departments, Long userId) {}

  /** Castellan has not signed the request. Respond with status 401. */
  static final class NotSigned extends Exception {
    NotSigned(String message) {
      super(message);
    }
  }

  private static final List<String> SIGNED =
      List.of("Time", "Request-Id", "User-Id", "Username", "Role-Id", "Role-Key", "Data-Scope", "Resolved-Scope");
  private static final long MAX_AGE_SECONDS = 60;
  private static final JsonMapper JSON = new JsonMapper();

  private CastellanIdentity() {}

  /** Returns the caller that Castellan has signed. Throws if the signature is missing, wrong or old. */
  static Caller callerOf(HttpServletRequest request, byte[] secret) throws NotSigned, GeneralSecurityException {
    List<String> lines = new ArrayList<>(List.of("v3", request.getMethod(), decode(request.getRequestURI())));
    for (String name : SIGNED) lines.add(header(request, name));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    String expected = HexFormat.of().formatHex(mac.doFinal(bytes(String.join("\n", lines))));
    if (!MessageDigest.isEqual(bytes(expected), bytes(header(request, "Signature")))) {
      throw new NotSigned("The request is not signed by Castellan.");
    }
    long age = System.currentTimeMillis() / 1000 - Long.parseLong(header(request, "Time"));
    if (Math.abs(age) > MAX_AGE_SECONDS) {
      throw new NotSigned("The signature is too old. Compare the clocks of both machines.");
    }
    return new Caller(
        Long.parseLong(header(request, "User-Id")),
        decode(header(request, "Username")),
        decode(header(request, "Role-Key")),
        JSON.readValue(header(request, "Resolved-Scope"), Scope.class));
  }

  /** Returns an empty text if the header is missing or comes twice. */
  private static String header(HttpServletRequest request, String name) {
    List<String> values = Collections.list(request.getHeaders("X-Castellan-" + name));
    return values.size() == 1 ? values.get(0) : "";
  }

  /** Not URLDecoder, which reads a plus sign as a space. */
  private static String decode(String text) {
    return UriUtils.decode(text, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
