// docs/specification.md, 17a

import { afterEach, describe, expect, test } from 'vitest'
import { call, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { dataOf, listOf, loginOperator, passwordOf, type Thing } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const MINUTE_MS = 60_000

let service: FourEyesService
const start = async (...operations: readonly string[]) => {
  service = await startFourEyesService(operations)
  return service
}
afterEach(() => service.close())

const roleOf = async (username: string) => (await service.context.users.findByName(username))?.roleId
const reasonOf = (answer: { body: Record<string, unknown> }) => answer.body.reason

describe('a change that needs a second administrator', () => {
  test('tells the confirmer which names look like those of other users', async () => {
    const { anna, bela, idOf, roleIdOf } = await start('grant-administration')
    const user = { username: 'be1a', password: passwordOf('be1a'), roleId: await roleIdOf('helper') }
    confirmationOf(await anna.post('/sys-user', user))
    const rename = { username: 'he1ga', roleId: await roleIdOf('helper') }
    confirmationOf(await anna.put(`/sys-user/${await idOf('carl')}`, rename))
    expect(await listOf(bela, '/confirmation')).toMatchObject([
      { similarNames: [{ username: 'he1ga', others: ['helga'] }] },
      { similarNames: [{ username: 'be1a', others: ['bela'] }] },
    ])
  })

  test('is made once, when the same request is sent again after the confirmation', async () => {
    const { anna, bela, idOf, roleIdOf } = await start('grant-administration')
    const helper = await roleIdOf('helper')
    const path = `/sys-user/${await idOf('carl')}`
    const send = () => anna.put(path, { roleId: helper })

    const id = confirmationOf(await send())
    expect(await roleOf('carl')).not.toBe(helper)
    const [own] = await dataOf<readonly Thing[]>(anna.get('/user/confirmation'))
    expect(own).toEqual({
      id,
      kinds: ['grant-administration'],
      userId: await idOf('anna'),
      username: 'anna',
      method: 'PUT',
      path: `/api/v1${path}`,
      changes: [
        {
          action: 'user.update',
          targetId: await idOf('carl'),
          target: 'carl',
          before: expect.objectContaining({ roleKey: 'clerk' }),
          after: expect.objectContaining({ roleKey: 'helper', roleId: helper }),
        },
      ],
      status: 'waiting',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      decidedBy: '',
      decidedAt: null,
      similarNames: [],
      mayDecide: false,
    })
    const { createdAt, expiresAt } = own ?? {}
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(60 * MINUTE_MS)
    // The same request gives the same confirmation.
    expect(confirmationOf(await send())).toBe(id)

    const [listed] = await listOf(bela, '/confirmation?status=waiting')
    expect(listed).toEqual({ ...own, reach: expect.any(Object), mayDecide: true })
    const decided = await dataOf(confirm(bela, id))
    expect(decided).toMatchObject({ id, status: 'confirmed', decidedBy: 'bela', mayDecide: false })
    expect(decided.decidedAt).not.toBeNull()

    expectSuccess(await send())
    expect(await roleOf('carl')).toBe(helper)
    expect(await listOf(bela, '/confirmation?status=used')).toMatchObject([{ id, status: 'used' }])
    const entries = await listOf(anna, '/audit-log?pageSize=4')
    expect(entries.map(({ action, operator, targetId }) => [action, operator, targetId])).toEqual([
      ['confirmation.use', 'anna', id],
      ['user.update', 'anna', await idOf('carl')],
      ['confirmation.confirm', 'bela', id],
      ['confirmation.ask', 'anna', id],
    ])
    expect(entries[0]?.after).toEqual({ confirmedBy: 'bela' })
    const [event] = await listOf(bela, '/event?kind=confirmation.asked')
    expect(event).toMatchObject({
      severity: 'warning',
      fields: { operator: 'anna', kinds: 'grant-administration', confirmationId: id },
    })
  })

  test('is not made if the second administrator refuses, and a further request asks again', async () => {
    const { anna, bela, idOf, roleIdOf } = await start('grant-administration')
    const change = { roleId: await roleIdOf('helper') }
    const path = `/sys-user/${await idOf('carl')}`
    const id = confirmationOf(await anna.put(path, change))
    expectSuccess(await bela.put(`/confirmation/${id}`, { decision: 'refuse' }))
    const again = confirmationOf(await anna.put(path, change))
    expect(again).not.toBe(id)
    expect(await roleOf('carl')).not.toBe(change.roleId)
    expect(reasonOf(await confirm(bela, id))).toBe('confirmation-decided')
  })

  test('is not made when its time is over', async () => {
    const { anna, bela, advance, idOf, roleIdOf, base } = await start('grant-administration')
    const change = { roleId: await roleIdOf('helper') }
    const path = `/sys-user/${await idOf('carl')}`
    const id = confirmationOf(await anna.put(path, change))
    expectSuccess(await confirm(bela, id))
    advance(59 * MINUTE_MS)
    expect(await dataOf(anna.get('/user/confirmation'))).toMatchObject([{ id, status: 'confirmed' }])
    advance(2 * MINUTE_MS)
    const later = await loginOperator(base, { username: 'anna', password: passwordOf('anna') })
    expect(await dataOf(later.get('/user/confirmation'))).toMatchObject([{ id, status: 'expired' }])
    expect(confirmationOf(await later.put(path, change))).not.toBe(id)
    expect(await listOf(later, '/confirmation?status=expired')).toMatchObject([{ id }])
  })

  test('is asked for in Chinese too, with the number and the time limit', async () => {
    const { anna, idOf, roleIdOf, base } = await start('grant-administration')
    const answer = await call(`${base}/sys-user/${await idOf('carl')}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': 'application/json',
        'accept-language': 'zh',
      },
      body: JSON.stringify({ roleId: await roleIdOf('helper') }),
    })
    const id = confirmationOf(answer)
    expect(answer.headers.get('x-castellan-reason')).toBe('confirmation-required')
    expect(answer.body.msg).toBe(
      `此更改须由第二位管理员确认（确认单 ${id}）。确认后请在 60 分钟内再次发送相同的请求。`,
    )
  })
})

describe('the withdrawal of a confirmation', () => {
  test('is made by whoever asked, before and after the decision, and nothing is carried out with it', async () => {
    const { anna, bela, cleo, idOf, roleIdOf } = await start('grant-administration')
    const path = `/sys-user/${await idOf('carl')}`
    const send = async () => anna.put(path, { roleId: await roleIdOf('helper') })
    const waiting = confirmationOf(await send())
    for (const other of [bela, cleo])
      expect(reasonOf(await other.remove(`/user/confirmation/${waiting}`))).toBe('not-found')
    expect(await dataOf(anna.remove(`/user/confirmation/${waiting}`))).toMatchObject({
      id: waiting,
      status: 'withdrawn',
      mayDecide: false,
    })
    expect(reasonOf(await confirm(bela, waiting))).toBe('confirmation-decided')

    const confirmed = confirmationOf(await send())
    expect(confirmed).not.toBe(waiting)
    expectSuccess(await confirm(bela, confirmed))
    expect(await dataOf(anna.remove(`/user/confirmation/${confirmed}`))).toMatchObject({
      status: 'withdrawn',
      decidedBy: 'bela',
    })
    expect(confirmationOf(await send())).not.toBe(confirmed)
    expect(await roleOf('carl')).toBe(await roleIdOf('clerk'))
    expect(await listOf(bela, '/confirmation?status=withdrawn')).toMatchObject([
      { id: confirmed },
      { id: waiting },
    ])
    const [entry] = await listOf(anna, '/audit-log?action=confirmation.withdraw&pageSize=1')
    expect(entry).toMatchObject({ operator: 'anna', targetId: confirmed, target: `PUT /api/v1${path}` })
  })

  test('is refused for one that was used, refused or withdrawn, and for an unknown one', async () => {
    const { anna, bela, idOf, roleIdOf } = await start('grant-administration')
    const path = `/sys-user/${await idOf('carl')}`
    const send = async () => anna.put(path, { roleId: await roleIdOf('helper') })
    const withdraw = (id: number) => anna.remove(`/user/confirmation/${id}`)
    const refused = confirmationOf(await send())
    expectSuccess(await bela.put(`/confirmation/${refused}`, { decision: 'refuse' }))
    expect(reasonOf(await withdraw(refused))).toBe('confirmation-decided')
    const withdrawn = confirmationOf(await send())
    expectSuccess(await withdraw(withdrawn))
    expect(reasonOf(await withdraw(withdrawn))).toBe('confirmation-decided')
    const used = confirmationOf(await send())
    expectSuccess(await confirm(bela, used))
    expectSuccess(await send())
    expect(reasonOf(await withdraw(used))).toBe('confirmation-decided')
    expect(reasonOf(await withdraw(used + 1))).toBe('not-found')
  })
})

describe('what needs a second administrator', () => {
  test('nothing, unless the setting says so', async () => {
    const plain = await startService()
    const admin = await loginOperator(plain.base)
    expect(await dataOf(admin.get('/app-config'))).toMatchObject({ fourEyes: false })
    const roles = await listOf(admin, '/role')
    const user = { username: 'second', password: passwordOf('second'), roleId: roles[0]?.roleId }
    expectSuccess(await admin.post('/sys-user', user))
    await plain.close()
    expect(await dataOf((await start('delete-log-entries')).anna.get('/app-config'))).toMatchObject({
      fourEyes: true,
    })
  })

  test('a grant of a role with administration rights, by creation, role change or enabling', async () => {
    const { anna, bela, idOf, roleIdOf } = await start('grant-administration')
    const helper = await roleIdOf('helper')
    const clerk = await roleIdOf('clerk')
    const created = { username: 'nora', password: passwordOf('nora'), roleId: helper }
    expectSuccess(await withConfirmation(bela, () => anna.post('/sys-user', created)))
    const nora = await idOf('nora')
    expectSuccess(await anna.put(`/sys-user/${nora}/status`, { status: '1' }))
    expectSuccess(await withConfirmation(bela, () => anna.put(`/sys-user/${nora}/status`, { status: '2' })))
    expectSuccess(await withConfirmation(bela, () => anna.put(`/sys-user/${nora}`, { dataScope: '5' })))
    const carl = await idOf('carl')
    const many = { ids: [carl], roleId: helper }
    expectSuccess(await withConfirmation(bela, () => anna.put('/sys-user/role', many)))
    // Less is not a grant.
    expectSuccess(await anna.put(`/sys-user/${carl}`, { roleId: clerk }))
    expectSuccess(await anna.put(`/sys-user/${carl}`, { nickName: 'Carl', dataScope: '5' }))
    const account = { username: 'robot', roleId: helper, ownerId: await idOf('helga') }
    expectSuccess(await withConfirmation(bela, () => anna.post('/service-account', account)))
  })

  test('a grant of administration rights to all users of a role, by rules, data scope or enabling', async () => {
    const { anna, bela, roleIdOf } = await start('grant-administration')
    const rule = (method: string) => ({ rules: [{ roleKey: 'clerk', method, path: '/api/v1/role' }] })
    expectSuccess(await anna.post('/policy', rule('GET')))
    expectSuccess(await withConfirmation(bela, () => anna.post('/policy', rule('POST'))))
    const clerk = `/role/${await roleIdOf('clerk')}`
    expectSuccess(await withConfirmation(bela, () => anna.put(clerk, { dataScope: '5' })))
    expectSuccess(await anna.put(clerk, { status: '1' }))
    expectSuccess(await withConfirmation(bela, () => anna.put(clerk, { status: '2' })))
    expectSuccess(await anna.remove('/policy', rule('POST')))
    expectSuccess(await anna.put(clerk, { dataScope: '1' }))
  })

  test('a change of a role that has administration rights before or after it', async () => {
    const { anna, bela, roleIdOf } = await start('change-administrator-role')
    const rule = (roleKey: string, method: string, path: string) => ({
      rules: [{ roleKey, method, path: `/api/v1${path}` }],
    })
    const helper = await roleIdOf('helper')
    const clerk = await roleIdOf('clerk')
    expectSuccess(await anna.post('/policy', rule('clerk', 'GET', '/role')))
    expectSuccess(
      await withConfirmation(bela, () => anna.post('/policy', rule('clerk', 'DELETE', '/role/:id'))),
    )
    expectSuccess(
      await withConfirmation(bela, () => anna.remove('/policy', rule('clerk', 'DELETE', '/role/:id'))),
    )
    expectSuccess(await anna.remove('/policy', rule('clerk', 'GET', '/role')))
    expectSuccess(await anna.put(`/role/${helper}`, { roleName: 'Helpers', remark: 'the desk' }))
    for (const change of [{ dataScope: '5' }, { roleKey: 'desk' }, { status: '1' }])
      expectSuccess(await withConfirmation(bela, () => anna.put(`/role/${helper}`, change)))
    const copy = { roleKey: 'desk-2', roleName: 'Second desk' }
    expectSuccess(await withConfirmation(bela, () => anna.post(`/role/${helper}/copy`, copy)))
    const copied = await roleIdOf('desk-2')
    expectSuccess(await withConfirmation(bela, () => anna.remove(`/role/${copied}`)))
    expectSuccess(await anna.put(`/role/${clerk}`, { dataScope: '5' }))
  })

  test('the deletion of log entries', async () => {
    const { anna, bela, base } = await start('delete-log-entries')
    await tryLogin(base, { username: 'carl', password: 'wrong' })
    const [entry] = await listOf(anna, '/sys-login-log?username=carl')
    const remove = () => anna.remove('/sys-login-log', { ids: [entry?.id] })
    expectSuccess(await withConfirmation(bela, remove))
    expect(await listOf(anna, '/sys-login-log?username=carl')).toEqual([])
  })

  test('always: the role admin, and what an administrator logs in with', async () => {
    const { anna, bela, cleo, idOf, roleIdOf } = await start('delete-log-entries')
    const admin = await roleIdOf('admin')
    const carl = await idOf('carl')
    const cleoId = await idOf('cleo')
    expectSuccess(await anna.put(`/sys-user/${carl}`, { roleId: await roleIdOf('helper') }))
    confirmationOf(await anna.put(`/sys-user/${carl}`, { roleId: admin }))
    const until = new Date(Date.now() + 60 * MINUTE_MS).toISOString()
    confirmationOf(await anna.put(`/sys-user/${carl}`, { roleId: admin, roleUntil: until }))
    const password = { password: passwordOf('somebody else') }
    expectSuccess(await anna.put(`/sys-user/${carl}/password`, password))
    const send = () => anna.put(`/sys-user/${cleoId}/password`, password)
    const [confirmation] = [confirmationOf(await send())]
    expect(await listOf(bela, '/confirmation')).toMatchObject([
      { id: confirmation, kinds: ['credentials-of-confirmer'] },
      {},
      {},
    ])
    for (const change of [
      { username: 'cleopatra' },
      { email: 'a@example.com' },
      { phone: '+15550100' },
      { loginMethods: ['password'] },
    ])
      confirmationOf(await anna.put(`/sys-user/${cleoId}`, change))
    confirmationOf(
      await anna.post(`/sys-user/${cleoId}/link`, { issuer: 'https://sso.example', subject: '7' }),
    )
    // One's own account is one's own.
    expectSuccess(await cleo.put('/user/profile', { nickName: 'Cleo', email: 'cleo@example.com' }))
    expectSuccess(await anna.put(`/sys-user/${cleoId}`, { nickName: 'C.' }))
    expectSuccess(await withConfirmation(bela, send))
    // A disabled administrator is still one.
    const disable = () => anna.put(`/sys-user/${cleoId}/status`, { status: '1' })
    expectSuccess(await withConfirmation(bela, disable))
    confirmationOf(await send())
    confirmationOf(await anna.put(`/sys-user/${cleoId}/status`, { status: '2' }))
  })
})

describe('who confirms', () => {
  test('an administrator who has neither asked nor is concerned, within ten minutes after a login', async () => {
    const { anna, bela, cleo, advance, idOf, base } = await start('grant-administration')
    const send = async () =>
      anna.put(`/sys-user/${await idOf('cleo')}/password`, { password: passwordOf('x') })
    const id = confirmationOf(await send())
    expect(reasonOf(await confirm(anna, id))).toBe('confirmation-own')
    expect(reasonOf(await confirm(cleo, id))).toBe('confirmation-own')
    const helga = await loginOperator(base, { username: 'helga', password: passwordOf('helga') })
    expectRefused(await confirm(helga, id), 401)
    expectRefused(await helga.get('/confirmation'), 401)
    expect(await dataOf(helga.get('/user/confirmation'))).toEqual([])
    advance(11 * MINUTE_MS)
    expect(reasonOf(await confirm(bela, id))).toBe('recent-login-required')
    expectRefused(await confirm(bela, 4711), 404)
    const fresh = await loginOperator(base, { username: 'bela', password: passwordOf('bela') })
    expectSuccess(await confirm(fresh, id))
    expectSuccess(await send())
  })

  test('nobody, if only those are left who have asked or are concerned', async () => {
    const { anna, bela, context, idOf } = await start('grant-administration')
    await context.userAdministration.setStatus('cleo', '1')
    const answer = await anna.put(`/sys-user/${await idOf('bela')}/password`, { password: passwordOf('x') })
    expect(reasonOf(answer)).toBe('confirmation-impossible')
    expect(await listOf(bela, '/confirmation')).toEqual([])
  })
})

describe('two confirmers', () => {
  test('remain: a change that leaves fewer is refused', async () => {
    const { anna, cleo: third, idOf, roleIdOf } = await start('grant-administration')
    const clerk = await roleIdOf('clerk')
    const belaId = await idOf('bela')
    const demote = () => anna.put(`/sys-user/${belaId}`, { roleId: clerk })
    expectSuccess(await withConfirmation(third, demote))
    const cleo = `/sys-user/${await idOf('cleo')}`
    const until = new Date(Date.now() + 60 * MINUTE_MS).toISOString()
    for (const send of [
      () => anna.put(cleo, { roleId: clerk }),
      () => anna.put(cleo, { roleId: clerk, roleUntil: until }),
      () => anna.put(`${cleo}/status`, { status: '1' }),
      () => anna.remove(cleo),
      () => anna.remove('/sys-user', { ids: [Number(cleo.split('/').at(-1))] }),
    ])
      expect(reasonOf(await send())).toBe('too-few-confirmers')
    expectSuccess(await anna.put(`/sys-user/${await idOf('carl')}/status`, { status: '1' }))
  })
})
