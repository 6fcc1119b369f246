package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const maxAge = time.Minute

// Caller is the user that Castellan has identified.
type Caller struct {
	UserID   int
	Username string
	RoleKey  string
	Scope    Scope
}

// Scope is which rows a caller may see.
type Scope struct {
	Kind        string `json:"kind"`
	Departments []int  `json:"departments"`
	UserID      int    `json:"userId"`
}

// callerOf returns the caller that Castellan has signed, or an error if the signature is missing, wrong or old.
func callerOf(r *http.Request, secret []byte) (Caller, error) {
	value := func(name string) string {
		if values := r.Header.Values("X-Castellan-" + name); len(values) == 1 {
			return values[0]
		}
		return ""
	}
	lines := []string{"v3", r.Method, r.URL.Path}
	for _, name := range []string{"Time", "Request-Id", "User-Id", "Username", "Role-Id", "Role-Key", "Data-Scope", "Resolved-Scope"} {
		lines = append(lines, value(name))
	}
	signature := hmac.New(sha256.New, secret)
	signature.Write([]byte(strings.Join(lines, "\n")))
	if !hmac.Equal([]byte(hex.EncodeToString(signature.Sum(nil))), []byte(value("Signature"))) {
		return Caller{}, errors.New("The request is not signed by Castellan.")
	}

	seconds, err := strconv.ParseInt(value("Time"), 10, 64)
	if err != nil {
		return Caller{}, err
	}
	if age := time.Since(time.Unix(seconds, 0)); age > maxAge || age < -maxAge {
		return Caller{}, errors.New("The signature is too old. Compare the clocks of both machines.")
	}
	return decode(value)
}

func decode(value func(string) string) (Caller, error) {
	userID, err := strconv.Atoi(value("User-Id"))
	if err != nil {
		return Caller{}, err
	}
	texts := map[string]string{"Username": "", "Role-Key": ""}
	for name := range texts {
		if texts[name], err = url.PathUnescape(value(name)); err != nil {
			return Caller{}, err
		}
	}
	var scope Scope
	if err := json.Unmarshal([]byte(value("Resolved-Scope")), &scope); err != nil {
		return Caller{}, err
	}
	return Caller{UserID: userID, Username: texts["Username"], RoleKey: texts["Role-Key"], Scope: scope}, nil
}
