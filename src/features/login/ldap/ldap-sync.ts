import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import type { ExternalAccount, ExternalAccounts } from '../external-accounts/external-account.ts'
import { LDAP_ISSUER } from '../external-accounts/external-account.ts'
import { accountOf, mappedByGroups } from './directory-account.ts'
import { UnusableResult } from './directory-errors.ts'
import { isServerFailure } from './ldap-servers.ts'
import type { LdapSession } from './ldap-session.ts'
import type { LdapSettings, OpenDirectory } from './open-directory.ts'

/** What the directory says about one account. */
type State =
  | { readonly state: 'current'; readonly account: ExternalAccount }
  | { readonly state: 'gone' | 'disabled' }
  /** Nothing is known, so nothing is changed. */
  | { readonly state: 'unknown'; readonly problem: string }

export interface SyncResult {
  /** Accounts that were compared with the directory. */
  readonly compared: number
  readonly gone: number
  readonly disabled: number
  readonly withoutRole: number
  /** What could not be compared, one line per account. */
  readonly problems: readonly string[]
}

export interface LdapSyncOptions extends OpenDirectory {
  readonly settings: LdapSettings
  readonly accounts: Pick<ExternalAccounts, 'refresh' | 'endSessions'>
  readonly links: Pick<UserLinkStore, 'ofIssuer'>
  readonly users: Pick<UserStore, 'find'>
  /** Called before each batch. The sync stops if it returns false. */
  readonly mayContinue?: () => Promise<boolean>
  /** Ends the sync immediately, because the service is closing. */
  readonly signal?: AbortSignal
}

const BATCH_SIZE = 50
const MAX_PROBLEMS = 100

/** Returns the maximum time that a batch waits for one server after the bind: each account may take the time of a login. */
function batchTimeoutMs({ timeoutSeconds }: LdapSettings): number {
  return timeoutSeconds * 1000 * BATCH_SIZE
}

/** Returns the maximum time that a batch waits for the directory, if all its servers fail one after the other. */
export function maxBatchMs(settings: LdapSettings): number {
  return settings.urls.length * (settings.timeoutSeconds * 1000 + batchTimeoutMs(settings))
}

/**
 * Compares all accounts of the directory with their entries: updates attributes, roles and departments, and ends the sessions of users who
 * are gone, disabled or without a role. Throws if the directory cannot be used, or if the signal is aborted; accounts that were
 * not compared stay unchanged.
 */
export async function syncWithDirectory(options: LdapSyncOptions): Promise<SyncResult> {
  const { settings, accounts, links, servers, signal, mayContinue = async () => true } = options
  const count = { compared: 0, gone: 0, disabled: 0, withoutRole: 0 }
  const problems: string[] = []
  for (let afterId = 0; await mayContinue(); ) {
    const batch = await links.ofIssuer(LDAP_ISSUER, { afterId, count: BATCH_SIZE })
    const last = batch.at(-1)
    if (!last) break
    afterId = last.id
    // Read before the directory is asked: an error of the database is not a failure of a directory server.
    const linked = await withUsernames(batch, options.users)
    const states = await servers.use((session) => statesOf(linked, session, options), {
      workTimeoutMs: batchTimeoutMs(settings),
      ...(signal ? { signal } : {}),
    })
    for (const { subject, ...found } of states) {
      signal?.throwIfAborted()
      if (found.state === 'unknown') {
        if (problems.length < MAX_PROBLEMS) problems.push(found.problem)
        continue
      }
      count.compared += 1
      if (found.state === 'current') {
        if (found.account.roleKey === undefined) count.withoutRole += 1
        await accounts.refresh(found.account)
      } else {
        count[found.state] += 1
        await accounts.endSessions(LDAP_ISSUER, subject)
      }
    }
  }
  return { ...count, problems }
}

interface LinkedUser {
  readonly subject: string
  readonly username: string
}

async function withUsernames(
  batch: readonly { readonly subject: string; readonly userId: number }[],
  users: LdapSyncOptions['users'],
): Promise<LinkedUser[]> {
  const linked: LinkedUser[] = []
  for (const { subject, userId } of batch)
    linked.push({ subject, username: (await users.find(userId))?.username ?? '' })
  return linked
}

async function statesOf(
  batch: readonly LinkedUser[],
  session: LdapSession,
  options: LdapSyncOptions,
): Promise<(State & { readonly subject: string })[]> {
  const states: (State & { readonly subject: string })[] = []
  for (const { subject, username } of batch) {
    options.signal?.throwIfAborted()
    states.push({ subject, ...(await stateOf(subject, username, session, options)) })
  }
  return states
}

async function stateOf(
  subject: string,
  username: string,
  session: LdapSession,
  { directory, settings }: LdapSyncOptions,
): Promise<State> {
  try {
    const user = await directory.findBySubject(session, subject, username)
    if (!user) return { state: 'gone' }
    if (user.isDisabled) return { state: 'disabled' }
    const groups = await directory.groupsOf(session, user)
    return { state: 'current', account: accountOf(user, mappedByGroups(settings, groups), settings) }
  } catch (error) {
    // The entry of one user must not stop the comparison of the others.
    if (error instanceof UnusableResult || !isServerFailure(error))
      return { state: 'unknown', problem: `${username}: ${error instanceof Error ? error.message : error}` }
    throw error
  }
}
