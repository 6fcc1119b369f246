import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop } from '../../src/cli/workshop.ts'
import { verifyLoginLog } from '../../src/login-log/login-log-verification.ts'
import { tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, type Listed, listOf, loginOperator } from '../support/operator.ts'
import { temporaryFolder } from '../support/process.ts'
import { ANY_PASSWORD, startService, type TestService } from '../support/service.ts'

const DAY = 24 * 60 * 60 * 1000
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

/** The service as it is started so many days later, with the same database. */
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

/** Who tried, the newest first, as an admin sees it who logs in for it. */
async function names({ base }: TestService): Promise<unknown[]> {
  const admin = await loginOperator(base)
  return (await dataOf<Listed>(admin.get('/sys-login-log'))).list.map(({ username }) => username)
}

test('what is older than so many days is dropped, and what is left is still intact', async () => {
  const first = await startAfter(0, 0)
  for (const username of ['old-1', 'old-2']) await tryLogin(first.base, { username })
  await first.close()

  const kept = await startAfter(20, 30)
  await tryLogin(kept.base, { username: 'young' })
  expect(await names(kept)).toEqual(['admin', 'young', 'old-2', 'old-1'])
  await kept.close()

  const later = await startAfter(31, 30)
  await eventually(async () => expect(await names(later)).not.toContain('old-1'))
  const left = await names(later)
  expect(left.slice(-2)).toEqual(['admin', 'young'])
  const admin = await loginOperator(later.base)
  const [entry] = await listOf(admin, '/audit-log?action=login-log.retention')
  expect(entry).toMatchObject({ operator: 'castellan', source: 'start', after: { dropped: 2 } })
  await later.close()

  const workshop = await openWorkshop(`sqlite:${join(folder.path, 'castellan.db')}`, ANY_PASSWORD)
  expect(await verifyLoginLog(workshop)).toMatchObject({ intact: true, findings: [] })
  await workshop.close()
})
