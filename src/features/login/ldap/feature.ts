import { createLdapLoginBody } from './ldap-login-body.ts'
import { createLdapLogin } from './ldap-parts.ts'

export const ldap = {
  login: createLdapLogin,
  loginBodies: (captchaMethods: readonly string[]) => ({ ldap: createLdapLoginBody(captchaMethods) }),
}
