import {
  problemOfAttribute,
  problemOfDn,
  problemOfLdapFilter,
  problemOfLdapUrl,
  problemOfUserFilter,
  readLdapRole,
} from '../ldap.ts'
import { recordList, textList } from '../list-types.ts'
import { choice, flag, type Group, integer, path, text } from '../setting.ts'

const DAY_IN_MINUTES = 24 * 60

/** The method `ldap` of `login.methods`. */
export const ldap = {
  urls: textList({
    default: [],
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
    default: '',
    mayBeEmpty: true,
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
    default: '',
    mayBeEmpty: true,
    doc: 'Distinguished name of the account that searches for users and groups. It needs no other rights. Active Directory also accepts `castellan@example.com`. Empty: anonymous.',
    example: 'cn=castellan,ou=services,dc=example,dc=com',
  }),
  bindPassword: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'Password of `login.ldap.bindDn`.',
  }),
  baseDn: text({
    default: '',
    mayBeEmpty: true,
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
    default: '',
    mayBeEmpty: true,
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
    default: '',
    mayBeEmpty: true,
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
  maxGroupDepth: integer({
    default: 8,
    min: 1,
    max: 32,
    unit: 'levels',
    doc: 'Maximum number of levels for `recursive`. Groups further up are ignored.',
  }),
  roles: recordList({
    default: [],
    typeName: 'list of `{group, role}`',
    doc: 'Roles of groups. The first entry with a group of the user decides; `*` stands for every user of the directory. A user without an entry cannot log in. The role is updated at every login. In a variable or a flag: as JSON.',
    example: [
      { group: 'cn=admins,ou=groups,dc=example,dc=com', role: 'admin' },
      { group: 'cn=staff,ou=groups,dc=example,dc=com', role: 'staff' },
    ],
    readRecord: readLdapRole,
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
