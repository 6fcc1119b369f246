import { dnKey } from '../foundation/text/distinguished-name.ts'
import type { JsonRecord } from './list-types.ts'
import { isLoopbackHost } from './loopback.ts'
import { type Outcome, quotedValue, type SettingProblem } from './setting.ts'

/** An entry of `login.ldap.roles`. */
export interface LdapRoleSetting {
  /** The distinguished name of a group, or `*` for every user of the directory. */
  readonly group: string
  readonly role: string
}

/** Reads an entry of `login.ldap.roles`. */
export function readLdapRole(record: JsonRecord): Outcome<LdapRoleSetting> {
  const { group, role, ...others } = record
  const [other] = Object.keys(others)
  if (other !== undefined)
    return { problem: `has the key ${quotedValue(other)}; only group and role are allowed` }
  if (typeof group !== 'string' || (group !== '*' && dnKey(group) === undefined)) {
    return {
      problem:
        'needs a group: a distinguished name such as cn=admins,ou=groups,dc=example,dc=com, or "*" for every user',
    }
  }
  if (typeof role !== 'string' || role === '') return { problem: 'needs a role: a role key such as admin' }
  return { value: { group, role } }
}

/** Returns what is wrong with the URL of a directory server. */
export function problemOfLdapUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL such as ldaps://dc1.example.com'
  const { protocol, hostname, username, password, pathname, search, hash, port } = new URL(url)
  if (protocol !== 'ldaps:' && protocol !== 'ldap:') return 'has a scheme other than ldaps and ldap'
  if (hostname === '') return 'has no host'
  if (username !== '' || password !== '' || !['', '/'].includes(pathname) || search !== '' || hash !== '')
    return 'has more than scheme, host and port: use login.ldap.baseDn and login.ldap.bindDn'
  return port === '0' ? 'has port 0' : undefined
}

/** Returns what is wrong with a distinguished name. */
export function problemOfDn(dn: string): string | undefined {
  return dnKey(dn) === undefined
    ? 'is not a distinguished name such as ou=people,dc=example,dc=com'
    : undefined
}

/** Returns what is wrong with a filter. It must contain one of the placeholders, if there are any. */
export function problemOfLdapFilter(filter: string, placeholders: readonly string[]): string | undefined {
  let depth = 0
  for (const [index, character] of [...filter].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    const isEnd = index === [...filter].length - 1
    if (depth < (isEnd ? 0 : 1)) return 'is not one filter in brackets such as (uid={username})'
  }
  if (depth !== 0) return 'has an unequal number of opening and closing brackets'
  const unknown = [...filter.matchAll(/\{(\w*)\}/g)].find(([text]) => !placeholders.includes(text))
  if (unknown) return `has the unknown placeholder ${unknown[0]}`
  if (placeholders.length === 0 || placeholders.some((text) => filter.includes(text))) return undefined
  return `contains no ${placeholders.join(' or ')}`
}

/** A comparison of the username with an attribute in a filter, such as `(mail={username}@example.com)`. */
export interface NameComparison {
  readonly attribute: string
  readonly value: string
}

/** Returns the comparisons of a filter with the username. */
export function nameComparisons(template: string): NameComparison[] {
  const found = template.matchAll(/\(([a-z][\w-]*)(?::[\w.-]+:)?=([^()*]*\{username\}[^()*]*)\)/gi)
  return [...found].map(([, attribute = '', value = '']) => ({ attribute, value }))
}

/** Returns what is wrong with the filter that finds a user by the username of the login. */
export function problemOfUserFilter(filter: string): string | undefined {
  const problem = problemOfLdapFilter(filter, ['{username}'])
  if (problem !== undefined) return problem
  if (nameComparisons(filter).length > 0) return undefined
  return 'does not compare an attribute with {username}, such as (uid={username})'
}

/** Returns what is wrong with the name of an attribute. */
export function problemOfAttribute(name: string): string | undefined {
  return /^[a-z][a-z\d-]{0,63}$/i.test(name) ? undefined : 'is not the name of an attribute such as uid'
}

interface LdapSettings {
  readonly urls: readonly string[]
  readonly startTls: boolean
  readonly bindDn: string
  readonly bindPassword: string
  readonly baseDn: string
  readonly roles: readonly LdapRoleSetting[]
}

/** Returns what is wrong with the settings together, if the method is enabled. */
export function problemsOfLdap(ldap: LdapSettings): readonly SettingProblem[] {
  const open = ldap.startTls ? undefined : ldap.urls.find((url) => !isProtectedUrl(url))
  const problems: SettingProblem[] = []
  if (ldap.urls.length === 0)
    problems.push({
      key: 'login.ldap.urls',
      problem: 'is empty. Fix: write for example [ldaps://dc1.example.com]',
    })
  if (ldap.baseDn === '')
    problems.push({
      key: 'login.ldap.baseDn',
      problem: 'is empty. Fix: write for example dc=example,dc=com',
    })
  if (ldap.roles.length === 0)
    problems.push({
      key: 'login.ldap.roles',
      problem: 'is empty, so nobody could log in. Fix: map at least one group to a role',
    })
  if (ldap.bindDn !== '' && ldap.bindPassword === '')
    problems.push({
      key: 'login.ldap.bindPassword',
      problem: 'is empty, and a bind without a password is anonymous. Fix: set it, or leave bindDn empty',
    })
  if (open !== undefined)
    problems.push({
      key: 'login.ldap.startTls',
      problem: `is false, so ${open} would receive passwords without encryption. Fix: set it to true, or use an ldaps: URL`,
    })
  return problems
}

/** Whether passwords are safe on the network path without StartTLS: the connection has TLS or stays on this machine. */
function isProtectedUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'ldaps:' || isLoopbackHost(hostname)
}
