import { afterAll, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { createDeputyFixture } from '../support/deputy-fixture.ts'
import { expectSuccess } from '../support/expectations.ts'

// An operator who is not an admin can grant only the permissions of their own role.

const CLERK_RULE = { roleKey: 'clerk', method: 'GET', path: '/app/shop/kept' }

const fixture = await createDeputyFixture({
  settings: { permission: { exclude: [{ method: 'GET', path: '/app/notice/:id', reason: 'for tests' }] } },
  protectedRoutes: async (app) => {
    app.all('/app/*', async () => ({ code: 200, msg: 'done' }))
  },
})
afterAll(fixture.close)
await fixture.createRoleWithUser('clerk', '5', [['GET', CLERK_RULE.path]])
const token = await fixture.login('deputy')

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
    // On the exclusion list: every role may call it.
    ['GET', '/app/notice/:id'],
    ['GET', '/api/v1/user/profile'],
  ])('%s %s is covered by the role: it can be added and removed', async (method, path) => {
    await fixture.expectRequestAccepted(token, 'POST', '/policy', ruleFor('clerk', method, path))
    await fixture.expectRequestAccepted(token, 'DELETE', '/policy', ruleFor('clerk', method, path))
    const rule = { roleKey: 'clerk', method, path }
    await fixture.expectRequestAccepted(token, 'POST', '/policy/change', { add: [rule] })
    await fixture.expectRequestAccepted(token, 'POST', '/policy/change', { remove: [rule] })
  })

  test.each([
    ['GET', '/*'],
    ['GET', '/:any'],
    ['GET', '/app/*'],
    ['GET', '/app/:any/7'],
    ['GET', '/app/salary'],
    // A parameter matches one segment: neither deeper paths nor a trailing slash.
    ['GET', '/app/report/*'],
    ['GET', '/app/report/:id/*'],
    ['GET', '/app/report/'],
    ['GET', '/app/report/:id/'],
    ['GET', '/app/report'],
    // A trailing wildcard does not match the path itself.
    ['GET', '/app/shop'],
    ['GET', '/app/:shop/*'],
    // A rule for one method does not cover the wildcard method.
    ['PUT', '/app/report/:id'],
    ['*', '/app/report/:id'],
    ['*', '/app/shop/*'],
    // An exclusion-list entry does not cover longer paths.
    ['GET', '/app/notice/*'],
    ['PUT', '/app/notice/:id'],
    ['GET', '/api/v1/user/:any'],
    ['*', '/api/v1/logout'],
    ['GET', '/api/v1/*'],
    ['GET', '/api/v1/audit-log'],
  ])(
    '%s %s is not covered by the role: it cannot be added, imported, removed or changed to',
    async (method, path) => {
      await fixture.expectRequestRefused(token, 'POST', '/policy', ruleFor('clerk', method, path))
      await fixture.expectRequestRefused(token, 'POST', '/policy/import', {
        csv: `p, clerk, ${path}, ${method}`,
      })
      await fixture.expectRequestRefused(token, 'DELETE', '/policy', ruleFor('clerk', method, path))
      const rule = { roleKey: 'clerk', method, path }
      for (const change of [{ add: [rule] }, { remove: [rule] }, { add: [rule], remove: [CLERK_RULE] }])
        await fixture.expectRequestRefused(token, 'POST', '/policy/change', change)
    },
  )

  test('HEAD and other spellings of a method do not bypass the limit', async () => {
    for (const method of ['HEAD', 'get', 'GET ', '**', 'PROPFIND', ''])
      await fixture.expectRequestRefused(
        token,
        'POST',
        '/policy',
        ruleFor('clerk', method, '/app/salary'),
        400,
      )
  })

  test('one rule that is not covered among many that are: none is added', async () => {
    const paths = [...Array.from({ length: 300 }, (_, i) => `/app/shop/${i}`), '/app/salary']
    const rules = paths.map((path) => ({ roleKey: 'clerk', method: 'GET', path }))
    expect(await fixture.expectRequestRefused(token, 'POST', '/policy', { rules })).toContain(
      'GET /app/salary',
    )
  })
})

describe('a data scope', () => {
  const role = { roleKey: 'scoped', roleName: 'Scoped' }

  test('that does not exist is refused', async () => {
    const path = `/role/${await fixture.role('clerk')}`
    for (const dataScope of ['0', '6', '', '01'])
      await fixture.expectRequestRefused(token, 'PUT', path, { dataScope }, 400)
  })

  test('can be granted by an operator with all data, and the default value is the narrowest', async () => {
    for (const scope of [{ dataScope: '3' }, { dataScope: '4' }, { dataScope: '5' }, {}]) {
      const { roleId } = await fixture.expectRequestAccepted(token, 'POST', '/role', { ...role, ...scope })
      await fixture.expectRequestAccepted(token, 'DELETE', `/role/${roleId}`)
    }
  })
})

describe('grants in two steps', () => {
  test('a helper gets no more than the deputy has, and the deputy cannot extend their own role through the helper', async () => {
    const { roleId } = await fixture.expectRequestAccepted(token, 'POST', '/role', {
      roleKey: 'helper',
      roleName: 'Helper',
      dataScope: '1',
    })
    const fields = { username: 'helper', password: 'the secret words of helper', roleId }
    await fixture.expectRequestAccepted(token, 'POST', '/sys-user', fields)
    const powers = [
      { roleKey: 'helper', method: '*', path: '/api/v1/policy' },
      { roleKey: 'helper', method: '*', path: '/api/v1/sys-user/:id' },
      { roleKey: 'helper', method: 'GET', path: '/app/report/:id' },
    ]
    await fixture.expectRequestAccepted(token, 'POST', '/policy', { rules: powers })
    const helper = await fixture.login('helper')
    await fixture.expectRequestRefused(helper, 'POST', '/policy', ruleFor('deputy', 'GET', '/app/salary'))
    await fixture.expectRequestRefused(helper, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/report/*'))
    await fixture.expectRequestRefused(helper, 'PUT', `/sys-user/${await fixture.user('deputy')}`, { roleId })
    await fixture.expectRequestRefused(token, 'PUT', `/sys-user/${await fixture.user('deputy')}`, { roleId })
  })

  test('a permission that was withdrawn from the deputy can no longer be granted, not even through a role the deputy created', async () => {
    const admin = await login(fixture.service.base)
    await fixture.expectRequestAccepted(admin, 'POST', '/policy', ruleFor('deputy', 'GET', '/app/secret'))
    const { roleId } = await fixture.expectRequestAccepted(token, 'POST', '/role', {
      roleKey: 'keeper',
      roleName: 'Keeper',
      dataScope: '5',
    })
    await fixture.expectRequestAccepted(token, 'POST', '/policy', ruleFor('keeper', 'GET', '/app/secret'))
    await fixture.expectRequestAccepted(admin, 'DELETE', '/policy', ruleFor('deputy', 'GET', '/app/secret'))
    await fixture.expectRequestRefused(token, 'POST', '/sys-user', {
      username: 'keeper',
      password: 'the secret words of keeper',
      roleId,
    })
    await fixture.expectRequestRefused(token, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/secret'))
  })

  test('a granted rule takes effect on the next request, and grants nothing else', async () => {
    await fixture.expectRequestAccepted(token, 'POST', '/policy', ruleFor('clerk', 'GET', '/app/shop/:a'))
    const clerk = await fixture.login('clerk')
    const at = (path: string) =>
      fetch(`${fixture.service.origin}${path}`, { headers: { authorization: `Bearer ${clerk}` } })
    expect(await (await at('/app/shop/7')).json()).toMatchObject({ code: 200 })
    expect(await (await at('/app/shop/7/8')).json()).toMatchObject({ code: 401 })
    expectSuccess(await fixture.send(clerk, 'GET', '/user/profile'))
  })
})
