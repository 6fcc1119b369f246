import { passwordBody } from '../../../core/login/endpoints/login-fields.ts'

export const createLdapLoginBody = (captchaMethods: readonly string[]) =>
  passwordBody('LdapLogin', 'ldap', captchaMethods, ['method'])
