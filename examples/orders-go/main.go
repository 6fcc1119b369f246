// An orders service that accepts only requests that Castellan has allowed and signed. It uses the standard library only.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"
)

const (
	path         = "/api/v1/orders"
	maxBodyBytes = 10_000
)

type order struct {
	ID        int    `json:"id"`
	UserID    int    `json:"userId"`
	OrderedBy string `json:"orderedBy"`
	Item      string `json:"item"`
	Quantity  int    `json:"quantity"`
}

type response struct {
	Code int    `json:"code"`
	Msg  string `json:"msg"`
	Data any    `json:"data,omitempty"`
}

type service struct {
	secret []byte
	mutex  sync.Mutex
	orders []order // an application stores its orders in a database
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, err := callerOf(r, s.secret)
	if err != nil {
		send(w, http.StatusUnauthorized, response{Code: 401, Msg: err.Error()})
		return
	}
	// As Castellan does: the code is in the body.
	item := strings.TrimPrefix(r.URL.Path, path+"/")
	isItem := item != r.URL.Path && item != "" && !strings.Contains(item, "/")
	switch {
	case r.URL.Path != path && !isItem:
		send(w, http.StatusOK, response{Code: 404, Msg: "There is no such path."})
	case isItem && r.Method == http.MethodGet:
		send(w, http.StatusOK, response{Code: 200, Msg: "OK", Data: s.list(caller, func(one order) bool { return one.Item == item })})
	case r.Method == http.MethodGet:
		send(w, http.StatusOK, response{Code: 200, Msg: "OK", Data: s.list(caller, func(order) bool { return true })})
	case !isItem && r.Method == http.MethodPost:
		send(w, http.StatusOK, s.add(caller, http.MaxBytesReader(w, r.Body, maxBodyBytes)))
	default:
		send(w, http.StatusOK, response{Code: 405, Msg: "The path does not support this method."})
	}
}

func (s *service) list(caller Caller, isWanted func(order) bool) []order {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	visible := []order{}
	for _, one := range s.orders {
		if isWanted(one) && maySee(caller.Scope, one) {
			visible = append(visible, one)
		}
	}
	return visible
}

// maySee returns whether a caller may see an order. Everything that is not known means no.
func maySee(scope Scope, one order) bool {
	if scope.Kind == "all" {
		return true
	}
	// This example stores no departments. With them: or if the department of the order is one of scope.Departments.
	return scope.Kind == "some" && scope.UserID == one.UserID
}

func (s *service) add(caller Caller, body io.Reader) response {
	var fields struct {
		Item     string `json:"item"`
		Quantity int    `json:"quantity"`
	}
	decoder := json.NewDecoder(body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&fields); err != nil {
		return response{Code: 400, Msg: "The body must be a JSON object with item and quantity."}
	}
	if length := utf8.RuneCountInString(fields.Item); length < 1 || length > 100 {
		return response{Code: 400, Msg: "item must have 1 to 100 characters."}
	}
	if fields.Quantity < 1 || fields.Quantity > 1000 {
		return response{Code: 400, Msg: "quantity must be an integer from 1 to 1000."}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	added := order{
		ID:        len(s.orders) + 1,
		UserID:    caller.UserID,
		OrderedBy: caller.Username,
		Item:      fields.Item,
		Quantity:  fields.Quantity,
	}
	s.orders = append(s.orders, added)
	return response{Code: 200, Msg: "OK", Data: added}
}

func send(w http.ResponseWriter, status int, body response) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		log.Print(err)
	}
}

func main() {
	secret := os.Getenv("SIGNING_SECRET")
	if len(secret) < 32 {
		log.Fatal("SIGNING_SECRET is missing or has fewer than 32 bytes. Set it to the value of gateway.signingSecret.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	// Only the proxy on this machine can reach the port.
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: &service{secret: []byte(secret)}, ReadTimeout: 15 * time.Second, WriteTimeout: 15 * time.Second}

	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-stopped.Done()
		if err := server.Shutdown(context.Background()); err != nil {
			log.Print(err)
		}
	}()

	fmt.Printf("http://%s\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	<-closed
}
