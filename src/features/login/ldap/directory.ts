import { usernameKey } from '../../../core/user/name/username.ts'
import { dnKey } from '../../../platform/text/distinguished-name.ts'
import { UnusableResult } from './directory-errors.ts'
import { filledFilter } from './ldap-filter.ts'
import type { LdapEntry, LdapSession } from './ldap-session.ts'
import { nameComparisons } from './settings/ldap.ts'
import { subjectOf, subjectValue } from './subject.ts'

/** A user in the directory. */
export interface DirectoryUser {
  readonly dn: string
  /** The id of the entry, which stays the same when the entry is renamed. */
  readonly subject: string
  readonly username: string
  readonly nickName: string
  readonly email: string
  readonly phone: string
  readonly isDisabled: boolean
}

/** Reads users and groups through a session. Every function throws if the directory cannot give a complete result. */
export type Directory = ReturnType<typeof createDirectory>

export interface DirectoryOptions {
  readonly baseDn: string
  readonly userFilter: string
  readonly enabledFilter: string
  readonly subjectAttribute: string
  readonly usernameAttribute: string
  readonly nickNameAttribute: string
  readonly emailAttribute: string
  readonly phoneAttribute: string
  readonly groupBaseDn: string
  readonly groupFilter: string
  readonly nestedGroups: 'off' | 'recursive' | 'matching-rule'
  readonly maxGroupDepth?: number
}

/** Levels of nested groups. Groups further up are ignored. */
const MAX_GROUP_DEPTH = 8
/** More entries for one name are not even read. Two are already too many. */
const MAX_ENTRIES_PER_NAME = 10
const MAX_GROUPS = 5000
/** Groups per search. Servers limit the length of a filter. */
const GROUPS_PER_SEARCH = 50
/** Active Directory finds the groups of all levels itself. */
const IN_CHAIN_FILTER = '(member:1.2.840.113556.1.4.1941:={dn})'
/** The bit ACCOUNTDISABLE of Active Directory. */
const ACCOUNT_DISABLED = 2

export function createDirectory(options: DirectoryOptions) {
  const { baseDn, userFilter, enabledFilter, subjectAttribute } = options
  const comparisons = nameComparisons(userFilter)
  const groupBase = options.groupBaseDn === '' ? baseDn : options.groupBaseDn
  const attributes = [
    subjectAttribute,
    options.usernameAttribute,
    options.nickNameAttribute,
    options.emailAttribute,
    options.phoneAttribute,
    'userAccountControl',
    ...comparisons.map(({ attribute }) => attribute),
  ].filter((name, index, names) => name !== '' && names.indexOf(name) === index)

  const userSearch = { base: baseDn, scope: 'sub', attributes, maxEntries: MAX_ENTRIES_PER_NAME } as const

  /**
   * Whether an attribute has the name, apart from case. Directories also ignore accents or spaces. Each spelling would be
   * throttled separately, so there would be no limit for guesses of one user's password.
   */
  const isNamed = ({ values }: LdapEntry, username: string): boolean =>
    comparisons.some(({ attribute, value }) => {
      const expected = usernameKey(value.replaceAll('{username}', () => username))
      const given = values.get(attribute.toLowerCase()) ?? []
      return given.some((one) => usernameKey(one.toString('utf8')) === expected)
    })

  const userOf = async (session: LdapSession, entry: LdapEntry): Promise<DirectoryUser> => {
    const first = (attribute: string) => entry.values.get(attribute.toLowerCase())?.[0]
    const text = (attribute: string) => first(attribute)?.toString('utf8') ?? ''
    const id = first(subjectAttribute)
    const subject = id === undefined ? undefined : subjectOf(subjectAttribute, id)
    const username = text(options.usernameAttribute)
    // An entry without them may be one that the service account can only read in part.
    if (subject === undefined) throw new UnusableResult(`${entry.dn} has no readable ${subjectAttribute}`)
    if (username === '') throw new UnusableResult(`${entry.dn} has no readable ${options.usernameAttribute}`)
    return {
      dn: entry.dn,
      subject,
      username,
      nickName: text(options.nickNameAttribute),
      email: text(options.emailAttribute),
      phone: text(options.phoneAttribute),
      isDisabled:
        isDisabledAccount(text('userAccountControl')) || !(await matchesEnabledFilter(session, entry.dn)),
    }
  }

  const matchesEnabledFilter = async (session: LdapSession, dn: string): Promise<boolean> =>
    enabledFilter === '' || matches(session, dn, enabledFilter)

  const onlyUser = async (session: LdapSession, entries: readonly LdapEntry[]) => {
    const [entry, other] = entries
    if (other) throw new UnusableResult(`several entries match: ${entry?.dn} and ${other.dn}`)
    return entry && userOf(session, entry)
  }

  /** Returns the only user with this name, or undefined if there is none. Throws if there are several. */
  const findByName = async (session: LdapSession, username: string): Promise<DirectoryUser | undefined> => {
    const filter = filledFilter(userFilter, { username })
    const entries = await session.search({ ...userSearch, filter, mayBePartial: true })
    return onlyUser(
      session,
      entries.filter((entry) => isNamed(entry, username)),
    )
  }

  const groupsContaining = async (
    session: LdapSession,
    filter: string,
    username: string,
    dns: readonly string[],
  ): Promise<string[]> => {
    const found: string[] = []
    for (let start = 0; start < dns.length; start += GROUPS_PER_SEARCH) {
      const filters = dns
        .slice(start, start + GROUPS_PER_SEARCH)
        .map((dn) => filledFilter(filter, { dn, username }))
      const entries = await session.search({
        base: groupBase,
        scope: 'sub',
        filter: filters.length === 1 ? (filters[0] ?? '') : `(|${filters.join('')})`,
        attributes: ['1.1'],
        maxEntries: MAX_GROUPS,
      })
      found.push(...entries.map(({ dn }) => dn))
    }
    return found
  }

  return {
    findByName,

    /**
     * Returns the user with this id, or undefined if the directory has no such user any more. `username` is the last known one,
     * for a second look: a directory that cannot search for ids must not make all users disappear.
     */
    async findBySubject(
      session: LdapSession,
      subject: string,
      username: string,
    ): Promise<DirectoryUser | undefined> {
      const filter = { attribute: subjectAttribute, value: subjectValue(subjectAttribute, subject) }
      const entries = await session.search({ ...userSearch, filter, mayBePartial: true })
      const user = await onlyUser(session, entries)
      if (user) return user
      // Throws if the entry may be on another server.
      await session.search({ ...userSearch, filter })
      await requireReadable(session, baseDn)
      const found = await findByName(session, username)
      if (found?.subject === subject)
        throw new UnusableResult(`${found.dn} exists, but entries cannot be searched by ${subjectAttribute}`)
      return undefined
    },

    /** Returns the names of the groups of a user, with the groups that contain these. */
    async groupsOf(session: LdapSession, { dn, username }: DirectoryUser): Promise<string[]> {
      const { nestedGroups, maxGroupDepth = MAX_GROUP_DEPTH } = options
      const filter = nestedGroups === 'matching-rule' ? IN_CHAIN_FILTER : options.groupFilter
      const groups = new Map<string, string>()
      const depth = nestedGroups === 'recursive' ? maxGroupDepth : 1
      let level = [dn]
      for (let step = 0; step < depth && level.length > 0; step += 1) {
        const found = await groupsContaining(session, filter, username, level)
        level = found.filter((group) => !groups.has(keyOf(group)))
        for (const group of level) groups.set(keyOf(group), group)
        if (groups.size > MAX_GROUPS) throw new UnusableResult(`${dn} is in more than ${MAX_GROUPS} groups`)
      }
      if (groups.size === 0) await requireReadable(session, groupBase)
      return [...groups.values()]
    },
  }
}

/** Throws unless the entry can be read: without its rights, the service account finds nothing, which says nothing about users. */
async function requireReadable(session: LdapSession, base: string): Promise<void> {
  if (!(await matches(session, base, '(objectClass=*)')))
    throw new UnusableResult(`${base} does not exist, or the service account must not read it`)
}

/** Returns whether an entry exists and matches a filter. */
async function matches(session: LdapSession, base: string, filter: string): Promise<boolean> {
  const found = await session.search({ base, scope: 'base', filter, attributes: ['1.1'], maxEntries: 1 })
  return found.length > 0
}

function keyOf(dn: string): string {
  return dnKey(dn) ?? dn
}

function isDisabledAccount(userAccountControl: string): boolean {
  return /^-?\d{1,10}$/.test(userAccountControl) && (Number(userAccountControl) & ACCOUNT_DISABLED) !== 0
}
