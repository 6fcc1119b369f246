// Verifies the identity headers that Castellan signs. It needs only the standard library.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

var signed = []string{"Time", "Request-Id", "User-Id", "Username", "Role-Id", "Role-Key", "Data-Scope"}

// verifyIdentity returns the caller. It returns false if the headers were not signed by Castellan for this request.
func verifyIdentity(r *http.Request, secret string, maxAge time.Duration) (map[string]string, bool) {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	lines, caller := []string{"v1", r.Method, path}, map[string]string{}
	for _, name := range signed {
		value := headerValue(r, name)
		lines = append(lines, value)
		caller[name], _ = url.PathUnescape(value)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join(lines, "\n")))
	signature, _ := hex.DecodeString(headerValue(r, "Signature"))
	seconds, _ := strconv.ParseInt(caller["Time"], 10, 64)
	age := time.Since(time.Unix(seconds, 0)).Abs()
	return caller, hmac.Equal(mac.Sum(nil), signature) && age <= maxAge
}

// headerValue returns "" if the header is missing or comes twice.
func headerValue(r *http.Request, name string) string {
	values := r.Header.Values("X-Castellan-" + name)
	if len(values) != 1 {
		return ""
	}
	return values[0]
}

func whoAmI(w http.ResponseWriter, r *http.Request) {
	caller, ok := verifyIdentity(r, os.Getenv("SIGNING_SECRET"), time.Minute)
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusUnauthorized)
		caller = nil
	}
	json.NewEncoder(w).Encode(caller)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	panic(http.Serve(listener, http.HandlerFunc(whoAmI)))
}
