import { onTestFinished } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import type { Link } from '../../src/core/audit-log/hash-chain/link.ts'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../../src/core/login-log/login-log-removal.store.ts'
import { createPasswordHashes } from '../../src/core/password/password-hash.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { verifyLoginLog } from '../../src/features/monitoring/log-verification/login-log-verification.ts'
import type { Verification } from '../../src/features/monitoring/log-verification/verify.ts'
import {
  type ChangeWriter,
  createChangeWriter,
} from '../../src/platform/cluster/change-feed/change-writer.ts'
import { type Database, openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { type Administration, createAdministration } from '../../src/service/administration.ts'
import { ANY_PASSWORD } from '../support/context.ts'
import { GENEROUS_LIMITS, type Place } from './stores.ts'

/** One who runs commands: nothing limits them but the rules for all. */
export const OPERATOR: Operator = {
  userId: 0,
  username: 'operator',
  roleId: 0,
  sessionId: 0,
  source: 'command',
  ipaddr: '',
  requestId: '',
}

/** The database once more, as another node has it opened, until the test ends. */
export async function anotherNode({ url }: Place): Promise<RootDatabase> {
  const { database, close } = await openDatabase(url, { migrate: false, limits: GENEROUS_LIMITS })
  onTestFinished(close)
  return database
}

interface AdministrationSettings {
  readonly requests?: readonly string[]
  readonly fourEyes?: { readonly operations: readonly string[]; readonly minutes: number }
}

export function administrationOf(
  database: RootDatabase,
  now: () => number = Date.now,
  changes: ChangeWriter = createChangeWriter(database, now),
  administration: AdministrationSettings = {},
): Administration {
  return createAdministration({
    settings: resolveSettings({ administration }),
    rolesInSettings: new Set(),
    isDryRun: false,
    changes,
    hashes: createPasswordHashes({ concurrency: 1, maxWaiting: 100 }),
    passwordRules: createPasswordRules(ANY_PASSWORD.password),
    exclusionList: createExclusionList([]),
    now,
  })
}

export function verifiedLoginLog(database: Database, anchors: readonly Link[] = []): Promise<Verification> {
  return verifyLoginLog({
    loginLog: createLoginLogStore(database),
    loginLogRemoval: createLoginLogRemovalStore(database),
    auditLog: createAuditLogStore(database),
    anchors,
  })
}

/** What became of work that may be refused: "done", or the reason. Anything else is a fault, and fails the test. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason
      throw error
    },
  )
}
