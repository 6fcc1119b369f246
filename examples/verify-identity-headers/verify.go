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

var signed = []string{"Time", "Request-Id", "User-Id", "Username", "Role-Id", "Role-Key", "Data-Scope", "Resolved-Scope"}

// verifyIdentity returns the caller. It returns false if the headers were not signed by Castellan for this request.
func verifyIdentity(r *http.Request, secret string, maxAge time.Duration) (map[string]string, bool) {
	lines, caller := []string{"v3", r.Method, r.URL.Path}, map[string]string{}
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

// scope is which rows a caller may see: "all", "some", "none", or "fetch" if it was too long for a header.
type scope struct {
	Kind        string `json:"kind"`
	Departments []int  `json:"departments"`
	UserID      int    `json:"userId"`
}

// scopeOf returns the scope of a caller. Everything that is not known is none.
func scopeOf(caller map[string]string) scope {
	var found scope
	if err := json.Unmarshal([]byte(caller["Resolved-Scope"]), &found); err != nil {
		return scope{Kind: "none"}
	}
	if found.Kind == "all" || found.Kind == "fetch" || (found.Kind == "some" && found.Departments != nil) {
		return found
	}
	return scope{Kind: "none"}
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
		json.NewEncoder(w).Encode(nil)
		return
	}
	response := map[string]any{"Scope": scopeOf(caller)}
	for name, value := range caller {
		response[name] = value
	}
	json.NewEncoder(w).Encode(response)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	panic(http.Serve(listener, http.HandlerFunc(whoAmI)))
}
