import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { type Administration, createAdministration } from '../../src/service/administration.ts'
import { createClock } from '../support/clock.ts'
import { EXCLUDED } from './effective-permissions.ts'

export const UNUSABLE_HASH = `$2b$12$${'e'.repeat(53)}`

/** The operator of the command line, who is not limited by a role. */
export const COMMAND_LINE: Operator = {
  userId: 0,
  username: 'command line',
  roleId: 0,
  sessionId: 0,
  source: 'command',
  ipaddr: '',
  requestId: '',
}

/** The keys that roles have here. */
const REQUESTABLE_ROLES = ['admin', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5']

export interface Fixture {
  readonly database: RootDatabase
  readonly administration: Administration
  /** Sets the clock forward and records the roles that have ended. */
  wait(hours: number): Promise<void>
  readonly now: () => number
  close(): Promise<void>
}

/** Creates the real administration with an in-memory database. */
export async function openFixture(
  fourEyes: { readonly operations?: readonly string[]; readonly minutes?: number } = {},
): Promise<Fixture> {
  const { database, close } = await openDatabase('sqlite::memory:')
  const clock = createClock()
  const administration = createAdministration({
    settings: resolveSettings({ administration: { requests: REQUESTABLE_ROLES, fourEyes } }),
    rolesInSettings: new Set(),
    isDryRun: false,
    changes: createChangeWriter(database, clock.now),
    // No password is checked here, and thousands are set.
    hashes: {
      hash: async () => UNUSABLE_HASH,
      matches: async () => false,
      matchesInEqualTime: async () => false,
      isCurrent: () => true,
      load: () => ({ running: 0, waiting: 0 }),
    },
    passwordRules: createPasswordRules({ minLength: 1 }),
    exclusionList: createExclusionList([EXCLUDED]),
    now: clock.now,
  })
  return {
    database,
    administration,
    now: clock.now,
    async wait(hours) {
      clock.advance(hours * 3_600_000)
      await administration.operations.run(COMMAND_LINE, async () => ({}))
    },
    close,
  }
}

/** Returns all rows of all tables that an operator can change. */
export async function allRows(database: RootDatabase) {
  const [
    users,
    roles,
    departments,
    rules,
    sessions,
    revocations,
    audit,
    changes,
    counters,
    chains,
    programs,
    secrets,
    requests,
    refused,
  ] = await Promise.all([
    database.selectFrom('users').selectAll().orderBy('id').execute(),
    database.selectFrom('roles').selectAll().orderBy('id').execute(),
    database.selectFrom('departments').selectAll().orderBy('id').execute(),
    database
      .selectFrom('policy_rules')
      .select(['id', 'role_key as roleKey', 'path', 'method'])
      .orderBy('id')
      .execute(),
    database.selectFrom('sessions').selectAll().orderBy('id').execute(),
    database.selectFrom('revocations').selectAll().orderBy('id').execute(),
    database.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    database.selectFrom('changes').selectAll().orderBy('version').execute(),
    database.selectFrom('counters').selectAll().orderBy('id').execute(),
    database.selectFrom('log_chains').selectAll().where('id', '=', 'audit_log').execute(),
    database.selectFrom('service_accounts').selectAll().orderBy('id').execute(),
    database.selectFrom('service_secrets').selectAll().orderBy('id').execute(),
    database.selectFrom('access_requests').selectAll().orderBy('id').execute(),
    database.selectFrom('user_links').select('user_id').where('refused_at', '>', 0).orderBy('id').execute(),
  ])
  return {
    users,
    roles,
    departments,
    rules,
    sessions,
    revocations,
    audit,
    changes,
    counters,
    chains,
    programs,
    secrets,
    requests,
    /** The users to whom a directory gives no access. */
    refusedUsers: refused.map(({ user_id }) => user_id),
  }
}

export type Rows = Awaited<ReturnType<typeof allRows>>
