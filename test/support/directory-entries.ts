import { BASE_DN } from './servers/slapd.ts'

export const PEOPLE = `ou=people,${BASE_DN}`
export const GROUPS = `ou=groups,${BASE_DN}`
export const SERVICE_DN = `cn=castellan,${BASE_DN}`
export const SERVICE_PASSWORD = 'service-password'

const unit = (dn: string, name: string) => `dn: ${dn}
objectClass: organizationalUnit
ou: ${name}
`

/** Returns a user in LDIF. */
export function person(
  uid: string,
  { password = `${uid}-password`, more = '', rdn = `uid=${uid}` } = {},
): string {
  return `dn: ${rdn},${PEOPLE}
objectClass: inetOrgPerson
${more}uid: ${uid}
cn: ${uid} in the directory
sn: ${uid}
mail: ${uid}@example.com
telephoneNumber: +49 30 1234
userPassword: ${password}
`
}

/** Returns a group in LDIF. */
export function group(cn: string, ...members: readonly string[]): string {
  return `dn: cn=${cn},${GROUPS}
objectClass: groupOfNames
cn: ${cn}
${members.map((member) => `member: ${member}\n`).join('')}`
}

export const personDn = (uid: string): string => `uid=${uid},${PEOPLE}`
export const groupDn = (cn: string): string => `cn=${cn},${GROUPS}`

/** The entries that every test directory has, followed by its own. */
export function directoryWith(...entries: readonly string[]): string {
  const root = `dn: ${BASE_DN}
objectClass: dcObject
objectClass: organization
dc: example
o: Example
`
  const service = `dn: ${SERVICE_DN}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: castellan
userPassword: ${SERVICE_PASSWORD}
`
  return [root, service, unit(PEOPLE, 'people'), unit(GROUPS, 'groups'), ...entries].join('\n')
}
