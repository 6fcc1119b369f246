import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { openContext, type TestContext } from '../support/context.ts'
import { eventually } from '../support/eventually.ts'
import { type ExampleProcess, startExample } from '../support/example-process.ts'
import { castellan, temporaryFolder } from '../support/process.ts'

const ADMIN_PASSWORD = 'the admin of the example'

async function tokenOf(base: string, username: string, password: string): Promise<string | undefined> {
  const { body } = await call(`${base}/login`, postJson({ username, password }))
  return typeof body.token === 'string' ? body.token : undefined
}

describe.each(['orders-fastify', 'orders-express', 'orders-hono'])('%s', (name) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let example: ExampleProcess
  let context: TestContext
  let base: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    example = await startExample(`${name}/server.ts`, folder.path, {
      CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    })
    base = `${example.origin}/api/v1`
    context = await openContext(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
  })
  afterAll(async () => {
    await context?.close()
    await example?.stop()
    await folder.remove()
  })

  test('a role with the rules adds and reads its own orders, the admin reads all', async () => {
    const password = 'the password of sam'
    await context.roleAdministration.add({ roleKey: 'seller', roleName: 'Seller', dataScope: '5' })
    await context.userAdministration.add({ username: 'sam', password, roleKey: 'seller' })
    const sam = String(await tokenOf(base, 'sam', password))
    const admin = String(await tokenOf(base, 'admin', ADMIN_PASSWORD))
    const add = (token: string, item: string) =>
      call(`${base}/orders`, postJson({ item, quantity: 2 }, { authorization: `Bearer ${token}` }))
    const itemsOf = async (token: string) => (await call(`${base}/orders`, bearer(token))).body

    expect((await call(`${base}/orders`)).body).toEqual({ code: 401, msg: 'You are not logged in.' })
    expect((await add(sam, 'apples')).body).toEqual({ code: 401, msg: 'Your role does not allow this.' })

    await context.policyAdministration.add([{ roleKey: 'seller', method: '*', path: '/api/v1/orders' }])
    await eventually(async () => expect(await itemsOf(sam)).toMatchObject({ code: 200, data: [] }))
    expect((await add(sam, 'apples')).body).toMatchObject({
      code: 200,
      data: { id: 1, orderedBy: 'sam', item: 'apples', quantity: 2 },
    })
    await add(admin, 'pears')
    expect((await itemsOf(sam)).data).toMatchObject([{ item: 'apples' }])
    expect((await itemsOf(admin)).data).toMatchObject([{ item: 'apples' }, { item: 'pears' }])
  })

  test('every logged-in user reads the own orders without a rule, and the list of routes shows it', async () => {
    const password = 'the password of gus'
    await context.roleAdministration.add({ roleKey: 'guest', roleName: 'Guest', dataScope: '1' })
    await context.userAdministration.add({ username: 'gus', password, roleKey: 'guest' })
    const gus = String(await tokenOf(base, 'gus', password))
    expect((await call(`${base}/my-orders`)).body).toMatchObject({ code: 401 })
    expect((await call(`${base}/my-orders`, bearer(gus))).body).toEqual({ code: 200, msg: 'OK', data: [] })
    expect((await call(`${base}/orders`, bearer(gus))).body).toMatchObject({ code: 401 })
    const admin = String(await tokenOf(base, 'admin', ADMIN_PASSWORD))
    const { body } = await call(`${base}/route`, bearer(admin))
    const routes = (body.data as { path: string; checks: string }[]).filter(({ path }) =>
      path.endsWith('orders'),
    )
    expect(new Set(routes.map(({ path, checks }) => `${path} ${checks}`))).toEqual(
      new Set(['/api/v1/orders both', '/api/v1/my-orders identity']),
    )
  })

  test('a body that is not an order is refused in the form of the other refusals', async () => {
    const admin = String(await tokenOf(base, 'admin', ADMIN_PASSWORD))
    for (const body of ['{', '[]', '{}', '{"item":"a","quantity":0}']) {
      const refused = await call(`${base}/orders`, postJson(body, { authorization: `Bearer ${admin}` }))
      expect([refused.status, refused.body.code], body).toEqual([200, 400])
    }
  })

  test('SIGTERM ends it', async () => {
    expect(await example.stop()).toBe(0)
  })
})

test.each(['orders-fastify', 'orders-express', 'orders-hono'])(
  '%s reads settings.yml and the environment of its folder, as the commands do',
  async (name) => {
    const folder = await temporaryFolder()
    let example: ExampleProcess | undefined
    try {
      const yaml = 'application:\n  mode: prod\n  name: Orders of the file\n  dataDir: state\n'
      await writeFile(join(folder.path, 'settings.yml'), yaml)
      await writeFile(join(folder.path, 'mode'), 'test\n')
      const env = { CASTELLAN_APPLICATION_MODE_FILE: 'mode', CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD }
      example = await startExample(`${name}/server.ts`, folder.path, env)
      const { body } = await call(`${example.origin}/api/v1/app-config`)
      expect(body.data).toMatchObject({ mode: 'test', sys_app_name: 'Orders of the file' })
      const list = await castellan(folder.path, ['user', 'list', '--json'], '', env)
      expect(JSON.parse(list.output)).toMatchObject([{ username: 'admin' }])
    } finally {
      await example?.stop()
      await folder.remove()
    }
  },
)
