import { createLdapLoginBody } from './login/ldap/ldap-login-body.ts'
import { oidcLoginBody } from './login/oidc/oidc-login-body.ts'
import { codeLoginBody } from './login/one-time-codes/code-login-body.ts'
import { passkeyLoginBody } from './login/passkeys/passkey-login-body.ts'
import { assertionLoginBody, serviceLoginBody } from './login/service-accounts/service-login-bodies.ts'

/** Returns the login requests of the methods that are features, and that of a program with an assertion. */
export function createFeatureLoginBodies(captchaMethods: readonly string[]) {
  return {
    ldap: createLdapLoginBody(captchaMethods),
    oidc: oidcLoginBody,
    code: codeLoginBody,
    passkey: passkeyLoginBody,
    service: serviceLoginBody,
    assertion: assertionLoginBody,
  }
}
