import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, loginOperator, type Operator, type Thing } from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const errors: string[] = []

let service: TestService
let admin: Operator

async function start(mode: string): Promise<void> {
  const log = { info() {}, warn() {}, debug() {}, trace() {}, fatal() {}, silent() {}, level: 'info' }
  const error = (_details: unknown, text: unknown) => {
    if (String(text).includes('without asking for the data scope')) errors.push(String(text))
  }
  const logger = { ...log, error, child: () => logger } as never
  service = await startService({
    settings: { application: { mode } },
    replacements: { logger },
    protectedRoutes: async (app) => {
      const config = { dataScope: true }
      const orders = () => service.service.dataScope({ department: 'dept_id', owner: 'created_by' })
      app.get('/asked', { config }, async ({ identity }) => {
        await Promise.resolve()
        return orders().sql(identity, { dialect: 'sqlite' })
      })
      app.get('/forgotten', { config }, async () => [])
      app.get('/other', async () => [])
    },
  })
  admin = await loginOperator(service.base)
}

async function callAll(): Promise<void> {
  const headers = { authorization: `Bearer ${admin.token}` }
  for (const path of ['/asked', '/forgotten', '/other', '/forgotten'])
    expect((await fetch(`${service.origin}${path}`, { headers })).status).toBe(200)
}

beforeAll(() => start('dev'))
afterAll(() => service.close())

test('in dev, a handler that shows rows without asking for the declared scope is an error in the log', async () => {
  await callAll()
  await expect.poll(() => errors.join()).toContain('/forgotten')
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(/^the handler of GET \/forgotten has responded without asking for the data scope/)
})

test('the list of routes says which routes declare it', async () => {
  const routes = await dataOf<Thing[]>(admin.get('/route'))
  const declared = routes.filter(({ dataScope }) => dataScope).map(({ path }) => path)
  expect(declared).toEqual(['/asked', '/forgotten'])
})

test('in prod, handlers are not watched', async () => {
  await service.close()
  errors.length = 0
  await start('prod')
  await callAll()
  expect(errors).toEqual([])
})
