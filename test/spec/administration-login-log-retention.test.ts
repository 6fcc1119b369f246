import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verifyLoginLog } from '../../src/features/monitoring/log-verification/login-log-verification.ts'
import { tryLogin } from '../support/client.ts'
import { openContext } from '../support/context.ts'
import { eventually } from '../support/eventually.ts'
import { listOf, loginOperator, type Operator } from '../support/operator.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

const DAY = 24 * 60 * 60 * 1000

const folder = await temporaryFolder()
afterAll(folder.remove)

/** Starts the service with the same database and a clock that is `days` ahead. */
async function startAfter(days: number, retentionDays: number): Promise<TestService> {
  return startService({
    settings: {
      database: { url: `sqlite:${join(folder.path, 'castellan.db')}` },
      logger: { retentionDays },
      jwt: { timeout: 3600 },
    },
    replacements: { now: () => Date.now() + days * DAY },
  })
}

/** Returns the usernames of the logged attempts, the newest first. */
async function names(admin: Operator): Promise<unknown[]> {
  return (await listOf(admin, '/sys-login-log')).map(({ username }) => username)
}

test('entries older than the retention period are deleted, and the remaining hash chain is intact', async () => {
  const first = await startAfter(0, 0)
  for (const username of ['old-1', 'old-2']) await tryLogin(first.base, { username })
  await first.close()

  const kept = await startAfter(20, 30)
  await tryLogin(kept.base, { username: 'young' })
  expect(await names(await loginOperator(kept.base))).toEqual(['admin', 'young', 'old-2', 'old-1'])
  await kept.close()

  const later = await startAfter(31, 30)
  const admin = await loginOperator(later.base)
  await eventually(async () => expect(await names(admin)).toEqual(['admin', 'admin', 'young']))
  const [entry] = await listOf(admin, '/audit-log?action=login-log.retention')
  expect(entry).toMatchObject({ operator: 'castellan', source: 'start', after: { dropped: 2, upTo: 2 } })
  await later.close()

  const context = await openContext(`sqlite:${join(folder.path, 'castellan.db')}`)
  expect(await verifyLoginLog({ ...context, loginLog: context.loginLogStore })).toMatchObject({
    intact: true,
    findings: [],
  })
  await context.close()
})
