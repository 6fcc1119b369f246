import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { type DeputyHouse, openDeputyHouse } from '../support/deputy.ts'
import { expectSuccess } from '../support/expectations.ts'

// Whoever is no admin gives away only what their own role may do.

let house: DeputyHouse
let token: string

beforeAll(async () => {
  house = await openDeputyHouse({
    settings: { permission: { exclude: [{ method: 'GET', path: '/app/notice/:id' }] } },
    protectedRoutes: async (app) => {
      app.all('/app/*', async () => ({ code: 200, msg: 'done' }))
    },
  })
  await house.makeRole('clerk', '5', [])
  token = await house.login('deputy')
})
afterAll(() => house.close())

const ruleFor = (roleKey: string, method: string, path: string) => ({ rules: [{ roleKey, method, path }] })

describe('a rule', () => {
  test.each([
    ['GET', '/app/report/:id'],
    ['GET', '/app/report/:other'],
    ['GET', '/app/report/7'],
    ['PUT', '/app/file/:name'],
    ['*', '/app/file/:name'],
    ['*', '/app/file/a'],
    ['GET', '/app/shop/*'],
    ['GET', '/app/shop/'],
    ['GET', '/app/shop/:a/:b'],
    ['GET', '/app/shop/:a/*'],
    ['DELETE', '/api/v1/sys-user/:id'],
    // What everybody may call.
    ['GET', '/app/notice/:id'],
    ['GET', '/api/v1/user/profile'],
  ])('%s %s is within the role: written, and taken away again', async (method, path) => {
    await house.askWell(token, 'POST', '/policy', ruleFor('clerk', method, path))
    await house.askWell(token, 'DELETE', '/policy', ruleFor('clerk', method, path))
  })

  test.each([
    ['GET', '/*'],
    ['GET', '/:any'],
    ['GET', '/app/*'],
    ['GET', '/app/:any/7'],
    ['GET', '/app/salary'],
    // One segment is not everything below, and not the trailing slash.
    ['GET', '/app/report/*'],
    ['GET', '/app/report/:id/*'],
    ['GET', '/app/report/'],
    ['GET', '/app/report/:id/'],
    ['GET', '/app/report'],
    // Everything below is not the path itself.
    ['GET', '/app/shop'],
    ['GET', '/app/:shop/*'],
    // A method is not every method.
    ['PUT', '/app/report/:id'],
    ['*', '/app/report/:id'],
    ['*', '/app/shop/*'],
    // What everybody may call is a beginning of nothing more.
    ['GET', '/app/notice/*'],
    ['PUT', '/app/notice/:id'],
    ['GET', '/api/v1/user/:any'],
    ['*', '/api/v1/logout'],
    ['GET', '/api/v1/*'],
    ['GET', '/api/v1/audit-log'],
  ])('%s %s is beyond the role: not written, not imported, not taken away', async (method, path) => {
    await house.askInVain(token, 'POST', '/policy', ruleFor('clerk', method, path))
    await house.askInVain(token, 'POST', '/policy/import', { csv: `p, clerk, ${path}, ${method}` })
    await house.askInVain(token, 'DELETE', '/policy', ruleFor('clerk', method, path))
  })

  test('HEAD and other words for a method are no way round', async () => {
    for (const method of ['HEAD', 'get', 'GET ', '**', 'PROPFIND', ''])
      await house.askInVain(token, 'POST', '/policy', ruleFor('clerk', method, '/app/salary'), 400)
  })

  test('one beyond the role among many within it: none is written', async () => {
    const paths = [...Array.from({ length: 300 }, (_, i) => `/app/shop/${i}`), '/app/salary']
    const rules = paths.map((path) => ({ roleKey: 'clerk', method: 'GET', path }))
    expect(await house.askInVain(token, 'POST', '/policy', { rules })).toContain('GET /app/salary')
  })
})

describe('a data scope', () => {
  const role = { roleKey: 'scoped', roleName: 'Scoped' }

  test('that is wider than the own one is given to no role, also not by saying nothing', async () => {
    await house.askInVain(token, 'POST', '/role', role)
    for (const dataScope of ['1', '2']) await house.askInVain(token, 'POST', '/role', { ...role, dataScope })
    const path = `/role/${await house.role('clerk')}`
    for (const dataScope of ['1', '2']) await house.askInVain(token, 'PUT', path, { dataScope })
    for (const dataScope of ['0', '6', '', '01'])
      await house.askInVain(token, 'PUT', path, { dataScope }, 400)
  })

  test('that is as wide or narrower is', async () => {
    for (const dataScope of ['3', '4', '5']) {
      const { roleId } = await house.askWell(token, 'POST', '/role', { ...role, dataScope })
      await house.askWell(token, 'DELETE', `/role/${roleId}`)
    }
  })
})

describe('in two steps', () => {
  test('what a helper got is no more than what the deputy has, and the deputy does not get it back', async () => {
    const { roleId } = await house.askWell(token, 'POST', '/role', {
      roleKey: 'helper',
      roleName: 'Helper',
      dataScope: '4',
    })
    const fields = { username: 'helper', password: 'the secret words of helper', roleId }
    await house.askWell(token, 'POST', '/sys-user', fields)
    const powers = [
      { roleKey: 'helper', method: '*', path: '/api/v1/policy' },
      { roleKey: 'helper', method: '*', path: '/api/v1/sys-user/:id' },
      { roleKey: 'helper', method: 'GET', path: '/app/report/:id' },
    ]
    await house.askWell(token, 'POST', '/policy', { rules: powers })
    const helper = await house.login('helper')
    await house.askInVain(helper, 'POST', '/policy', ruleFor('deputy', 'GET', '/app/salary'))
    await house.askInVain(helper, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/report/*'))
    await house.askInVain(helper, 'PUT', `/sys-user/${await house.user('deputy')}`, { roleId })
    await house.askInVain(token, 'PUT', `/sys-user/${await house.user('deputy')}`, { roleId })
  })

  test('what was withdrawn from the deputy is no longer handed out, not even as a role of their own making', async () => {
    const admin = await login(house.service.base)
    await house.askWell(admin, 'POST', '/policy', ruleFor('deputy', 'GET', '/app/secret'))
    const { roleId } = await house.askWell(token, 'POST', '/role', {
      roleKey: 'keeper',
      roleName: 'Keeper',
      dataScope: '5',
    })
    await house.askWell(token, 'POST', '/policy', ruleFor('keeper', 'GET', '/app/secret'))
    await house.askWell(admin, 'DELETE', '/policy', ruleFor('deputy', 'GET', '/app/secret'))
    await house.askInVain(token, 'POST', '/sys-user', {
      username: 'keeper',
      password: 'the secret words of keeper',
      roleId,
    })
    await house.askInVain(token, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/secret'))
  })

  test('a rule that is given is in force on the next request, and no more than that', async () => {
    await house.askWell(token, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/shop/:a'))
    const clerk = await house.login('clerk')
    const at = (path: string) =>
      fetch(`${house.service.origin}${path}`, { headers: { authorization: `Bearer ${clerk}` } })
    expect(await (await at('/app/shop/7')).json()).toMatchObject({ code: 200 })
    expect(await (await at('/app/shop/7/8')).json()).toMatchObject({ code: 401 })
    expectSuccess(await house.ask(clerk, 'GET', '/user/profile'))
  })
})
