import { type Administration, createAdministration } from '../../src/administration/administration.ts'
import type { Operator } from '../../src/administration/operator.ts'
import { createChangeWriter } from '../../src/change-feed/change-writer.ts'
import { openDatabase, type RootDatabase } from '../../src/database/database.ts'
import { createExclusionList } from '../../src/permission/exclusion-list.ts'
import { createPasswordRules } from '../../src/user/password-rules.ts'
import { EXCLUDED } from './power.ts'

export const NOBODY_KNOWS = `$2b$12$${'a'.repeat(53)}`

/** The command line, which no role limits. */
export const MACHINE: Operator = {
  userId: 0,
  username: 'machine',
  roleId: 0,
  sessionId: 0,
  source: 'command',
  ipaddr: '',
  requestId: '',
}

export interface House {
  readonly database: RootDatabase
  readonly administration: Administration
  close(): Promise<void>
}

/** The real administration over a database of its own. */
export async function openHouse(): Promise<House> {
  const { database, close } = await openDatabase('sqlite::memory:')
  const administration = createAdministration({
    changes: createChangeWriter(database, Date.now),
    // Nobody logs in here, and thousands of passwords are set.
    hashes: {
      hash: async () => NOBODY_KNOWS,
      matches: async () => false,
      matchesInEqualTime: async () => false,
      isCurrent: () => true,
    },
    passwordRules: createPasswordRules({ minLength: 1 }),
    exclusionList: createExclusionList([EXCLUDED]),
    now: Date.now,
  })
  return { database, administration, close }
}

/** Every row of every table that an operator could have a hand in. The login log is written when there is time. */
export async function allRows(database: RootDatabase) {
  const [users, roles, rules, sessions, revocations, audit, changes, counters, chains] = await Promise.all([
    database.selectFrom('users').selectAll().orderBy('id').execute(),
    database.selectFrom('roles').selectAll().orderBy('id').execute(),
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
  ])
  return { users, roles, rules, sessions, revocations, audit, changes, counters, chains }
}

export type Rows = Awaited<ReturnType<typeof allRows>>
