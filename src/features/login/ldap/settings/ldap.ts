import { departmentId } from '../../../../core/department/department-id.ts'
import { isProtectedUrl } from '../../../../platform/settings/addresses.ts'
import { record, recordList, textList } from '../../../../platform/settings/list-types.ts'
import {
  choice,
  flag,
  type Group,
  integer,
  path,
  problemsWhere,
  type SettingProblem,
  text,
  type ValuesOf,
} from '../../../../platform/settings/setting.ts'
import { dnKey } from '../../../../platform/text/distinguished-name.ts'

const DAY_IN_MINUTES = 24 * 60

const group = text({
  required: true,
  doc: 'Distinguished name of a group, or `*` for every user of the directory.',
  example: 'cn=admins,ou=groups,dc=example,dc=com',
  check: (group) =>
    group === '*' || dnKey(group) !== undefined
      ? undefined
      : 'must be a distinguished name, or "*" for every user',
})
const role = text({ required: true, doc: 'Role key of the users.', example: 'admin' })

/** The method `ldap` of `login.methods`. */
export const ldap = {
  urls: textList({
    typeName: 'list of URLs',
    doc: 'Servers of the directory: `ldaps:` or `ldap:`, host, and a port if it is not 636 or 389. They must have the same entries. A server that cannot be used is replaced by the next one, and is tried last for 30 seconds.',
    example: ['ldaps://dc1.example.com', 'ldaps://dc2.example.com'],
    check: problemOfLdapUrl,
  }),
  startTls: flag({
    default: true,
    doc: 'Whether connections to `ldap:` URLs are encrypted with StartTLS before anything is sent. It can be false only for servers on the same machine.',
  }),
  caFile: path({
    doc: 'File with the certificates of the authorities that issue the certificates of the servers, as PEM. Empty: the authorities that Node trusts. A certificate that is not valid or does not name the host of the URL is always refused.',
    example: '/etc/castellan/directory-ca.pem',
  }),
  timeoutSeconds: integer({
    default: 5,
    min: 1,
    max: 60,
    unit: 'seconds',
    doc: 'Maximum time of a login on one server, from the connection to the last response.',
  }),
  bindDn: text({
    doc: 'Distinguished name of the account that searches for users and groups. It needs no other rights. Active Directory also accepts `castellan@example.com`. Empty: anonymous.',
    example: 'cn=castellan,ou=services,dc=example,dc=com',
  }),
  bindPassword: text({
    secret: true,
    doc: 'Password of `login.ldap.bindDn`.',
  }),
  baseDn: text({
    doc: 'Distinguished name below which users are searched.',
    example: 'ou=people,dc=example,dc=com',
    check: problemOfDn,
  }),
  userFilter: text({
    default: '(uid={username})',
    doc: 'Filter that finds a user by the username of the login. `{username}` is replaced and escaped. Active Directory: `(&(objectCategory=person)(sAMAccountName={username}))`.',
    check: problemOfUserFilter,
  }),
  enabledFilter: text({
    doc: 'Filter that an entry has to match. Otherwise the user is disabled: it cannot log in, and its sessions end. The bit of Active Directory for disabled accounts is always considered.',
    example: '(!(employeeType=former))',
    check: (filter) => problemOfLdapFilter(filter, []),
  }),
  subjectAttribute: text({
    default: 'entryUUID',
    doc: 'Attribute that identifies an entry and never changes, also if the user is renamed. Active Directory: `objectGUID`.',
    check: problemOfAttribute,
  }),
  usernameAttribute: text({
    default: 'uid',
    doc: 'Attribute with the username of a new account. Active Directory: `sAMAccountName`.',
    check: problemOfAttribute,
  }),
  nickNameAttribute: text({
    default: 'cn',
    mayBeEmpty: true,
    doc: 'Attribute with the display name. Empty: the display name is not taken from the directory.',
    check: problemOfAttribute,
  }),
  emailAttribute: text({
    default: 'mail',
    mayBeEmpty: true,
    doc: 'Attribute with the e-mail address. Empty: it is not taken from the directory.',
    check: problemOfAttribute,
  }),
  phoneAttribute: text({
    default: 'telephoneNumber',
    mayBeEmpty: true,
    doc: 'Attribute with the phone number. Empty: it is not taken from the directory.',
    check: problemOfAttribute,
  }),
  groupBaseDn: text({
    doc: 'Distinguished name below which groups are searched. Empty: `login.ldap.baseDn`.',
    example: 'ou=groups,dc=example,dc=com',
    check: problemOfDn,
  }),
  groupFilter: text({
    default: '(|(member={dn})(uniqueMember={dn}))',
    doc: 'Filter that finds the groups of an entry. `{dn}` is the distinguished name of the user or, for nested groups, of a group; `{username}` is the username in the directory, for groups with `memberUid`.',
    check: (filter) => problemOfLdapFilter(filter, ['{dn}', '{username}']),
  }),
  nestedGroups: choice({
    choices: ['off', 'recursive', 'matching-rule'],
    default: 'recursive',
    doc: 'How groups in groups are found: `off` considers only the groups that contain the user, `recursive` searches level by level, `matching-rule` lets Active Directory do it (1.2.840.113556.1.4.1941; `login.ldap.groupFilter` is not used).',
  }),
  roles: recordList({
    typeName: 'list of `{group, role}`',
    doc: 'Roles of groups. The first entry with a group of the user decides; `*` stands for every user of the directory. A user without an entry cannot log in. The role is updated at every login.',
    example: [
      { group: 'cn=admins,ou=groups,dc=example,dc=com', role: 'admin' },
      { group: 'cn=staff,ou=groups,dc=example,dc=com', role: 'staff' },
    ],
    entry: record({ fields: { group, role } }),
  }),
  departments: recordList({
    typeName: 'list of `{group, department}`',
    doc: 'Departments of groups. The first entry with a group of the user decides; `*` stands for every user of the directory. A user without an entry is in no department. The department is updated at every login. Empty: departments are not taken from the directory.',
    example: [{ group: 'cn=sales,ou=groups,dc=example,dc=com', department: 7 }],
    entry: record({ fields: { group, department: departmentId } }),
  }),
  createUsers: flag({
    default: true,
    doc: 'Whether the first login of a user of the directory creates an account. If false, an operator links an existing account to the entry first.',
  }),
  linkExisting: flag({
    default: false,
    doc: 'Whether the first login takes over an existing account with the same username. Only for a directory whose usernames nobody else can choose: whoever has the name in the directory gets the account.',
  }),
  syncMinutes: integer({
    default: 60,
    min: 0,
    max: DAY_IN_MINUTES,
    unit: 'minutes',
    doc: 'Interval at which accounts of the directory are compared with it, by one node at a time. Sessions of users who are gone, disabled, or in no group with a role end. 0: only at a login.',
  }),
} satisfies Group

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
function problemOfDn(dn: string): string | undefined {
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
function problemOfUserFilter(filter: string): string | undefined {
  const problem = problemOfLdapFilter(filter, ['{username}'])
  if (problem !== undefined) return problem
  if (nameComparisons(filter).length > 0) return undefined
  return 'does not compare an attribute with {username}, such as (uid={username})'
}

/** Returns what is wrong with the name of an attribute. */
function problemOfAttribute(name: string): string | undefined {
  return /^[a-z][a-z\d-]{0,63}$/i.test(name) ? undefined : 'is not the name of an attribute such as uid'
}

type Checked = 'urls' | 'startTls' | 'bindDn' | 'bindPassword' | 'baseDn' | 'roles'

/** Returns what is wrong with the settings together, if the method is enabled. */
export function problemsOfLdap(settings: Pick<ValuesOf<typeof ldap>, Checked>): readonly SettingProblem[] {
  const { urls, startTls, bindDn, bindPassword, baseDn, roles } = settings
  const open = startTls ? undefined : urls.find((url) => !isProtectedUrl(url))
  return problemsWhere('login.ldap', [
    ['urls', urls.length === 0, 'is empty. Fix: write for example [ldaps://dc1.example.com]'],
    ['baseDn', baseDn === '', 'is empty. Fix: write for example dc=example,dc=com'],
    ['roles', roles.length === 0, 'is empty, so nobody could log in. Fix: map at least one group to a role'],
    [
      'bindPassword',
      bindDn !== '' && bindPassword === '',
      'is empty, and a bind without a password is anonymous. Fix: set it, or leave bindDn empty',
    ],
    [
      'startTls',
      open !== undefined,
      `is false, so ${open} would receive passwords without encryption. Fix: set it to true, or use an ldaps: URL`,
    ],
  ])
}
