module verify-identity-headers

go 1.19
