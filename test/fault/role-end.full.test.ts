import fastify from 'fastify'
import { expect, inject, test } from 'vitest'
import { createService } from '../../src/index.ts'
import { bearer, call, login } from '../support/client.ts'
import { type Clock, createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET } from '../support/service.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { cleanUpAfterEach, onCleanUp } from './cleanup.ts'
import { CLERK, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const HOUR_MS = 60 * 60 * 1000
const PAY_RULE = { roleKey: 'payer', method: 'GET', path: '/api/v1/cluster' }

cleanUpAfterEach()

/** Starts a node in this process whose clocks the test sets. */
async function startNodeWith(clock: Clock, databaseUrl: string): Promise<string> {
  const folder = await temporaryFolder()
  onCleanUp(folder.remove)
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  const settings = {
    application: { dataDir: folder.path },
    database: { url: databaseUrl },
    // A node without its database goes on for as long as the test takes.
    cluster: { maxStalenessSeconds: 3600 },
    jwt: { secret: SECRET, timeout: 24 * 3600 },
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0 },
  }
  const service = await createService(settings, { captchaText: () => CAPTCHA_TEXT, now: clock.now })
  const app = fastify()
  app.register(service.plugin)
  onCleanUp(() => app.close())
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/v1`
}

/** Returns the reason of the refusal of a request with the token; undefined if it is allowed. */
async function refusalOf(base: string, token: string): Promise<string | null> {
  return (await call(`${base}/menurole`, bearer(token))).headers.get('x-castellan-reason')
}

test.skipIf(postgres === '')(
  'a role ends on two nodes, also on the one that has lost the database, and the end is recorded once',
  async () => {
    const shared = await createSharedDatabase(postgres)
    const { context } = shared
    const proxy = await startTcpProxy(shared.url)
    onCleanUp(proxy.close)
    const [clockOfA, clockOfB] = [createClock(), createClock(Date.now() - 30_000)]
    const a = await startNodeWith(clockOfA, shared.url)
    // The clock of B is wrong by half a minute. The offset to the clock of the database was measured.
    const b = await startNodeWith(clockOfB, proxy.url)
    await context.roleAdministration.add({ roleKey: 'payer', roleName: 'Payer', dataScope: '1' })
    await context.policyAdministration.add([PAY_RULE])
    const until = new Date(Date.now() + 8 * HOUR_MS).toISOString()
    await context.userAdministration.change(CLERK.username, { roleKey: 'payer', roleUntil: until })
    const token = await login(a, CLERK)
    expect([await refusalOf(a, token), await refusalOf(b, token)]).toEqual([null, null])

    proxy.cut()
    clockOfB.advance(6 * HOUR_MS)
    expect(await refusalOf(b, token), 'before the end').toBeNull()
    clockOfB.advance(3 * HOUR_MS)
    expect(await refusalOf(b, token), 'without the database').toBe('role-ended')
    clockOfB.advance(-24 * HOUR_MS)
    expect(await refusalOf(b, token), 'with a clock that is set back').toBe('role-ended')
    expect(await refusalOf(a, token), 'where the end has not come').toBeNull()

    clockOfA.advance(9 * HOUR_MS)
    expect(await refusalOf(a, token)).toBe('role-ended')
    const clerk = async () => context.users.findByName(CLERK.username)
    await eventually(async () => expect(await clerk()).toMatchObject({ roleUntil: null, formerRoleId: 0 }))
    proxy.heal()
    clockOfA.advance(-24 * HOUR_MS)
    await eventually(async () => expect(await refusalOf(b, token)).toBe('role-ended'))
    expect(await refusalOf(a, token)).toBe('role-ended')
    const admin = await login(a)
    const { body } = await call(`${a}/audit-log?action=user.role-end`, bearer(admin))
    expect(body.data).toMatchObject({ count: 1, list: [{ source: 'schedule', after: { roleKey: 'clerk' } }] })
  },
  600_000,
)
