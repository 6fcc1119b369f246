// Calls a service with the client that oapi-codegen has generated in the folder castellan: main ORIGIN PASSWORD
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"castellan.test/generated-client/castellan"
)

func main() {
	origin, password := os.Args[1], os.Args[2]
	ctx := context.Background()
	client := must(castellan.NewClientWithResponses(origin))

	config := must(must(client.GetAppConfigWithResponse(ctx)).JSON200.AsGetAppConfigSuccess())

	wrong := must(must(logIn(ctx, client, "not "+password)).JSON200.AsBadRequest())
	login := must(must(logIn(ctx, client, password)).JSON200.AsLoginSuccess())

	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+login.Token)
		return nil
	}
	users := must(must(client.ListUsersWithResponse(ctx, nil, bearer)).JSON200.AsListUsersSuccess())
	refused := must(must(client.ListUsersWithResponse(ctx, nil)).JSON200.AsUnauthorized())

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"mode":       config.Data.Mode,
		"wrongLogin": wrong.Reason,
		"loginCode":  login.Code,
		"firstUser":  users.Data.List[0].Username,
		"count":      users.Data.Count,
		"noToken":    refused.Code,
	}))
}

func logIn(ctx context.Context, client *castellan.ClientWithResponses, password string) (*castellan.LoginResponse, error) {
	var body castellan.LoginRequest
	if err := body.FromPasswordLogin(castellan.PasswordLogin{Username: "admin", Password: password}); err != nil {
		return nil, err
	}
	return client.LoginWithResponse(ctx, body)
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}
