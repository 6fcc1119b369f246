import { createLdapLoginBody } from './ldap-login-body.ts'
import { createLdapLogin } from './ldap-parts.ts'

export const ldapFeature = {
  login: createLdapLogin,
  loginBodies: (captchaMethods: readonly string[]) => ({ ldap: createLdapLoginBody(captchaMethods) }),
}
