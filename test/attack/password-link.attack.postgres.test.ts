import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import type { CodeMessage } from '../../src/index.ts'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { enrolUser } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { sendRaw } from '../support/raw-request.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { measureLogins } from './support/login-times.ts'
import { expectNotStored, startTarget } from './support/target.ts'
import { HOME, startTwoNodes, stranger } from './support/two-nodes.ts'

const HOUR_MS = 60 * 60 * 1000
const NEW_PASSWORD = 'seven lanterns by the quay'
const MAX_FAILURES = 4
const PUBLIC_URL = 'https://castle.example.com'

const { clock, nodes, sent, sentTo, nextBase } = await startTwoNodes({
  application: { publicUrl: PUBLIC_URL, name: 'Castle\r\nBcc: eve@example.com' },
  login: { passwordLink: { enabled: true }, maxFailures: MAX_FAILURES },
})

const admin = await loginOperator(nextBase())
const roleId = await addRole(admin, 'clerk')

const add = (username: string, fields: Thing = {}) =>
  addUser(admin, username, roleId, { email: `${username}@example.com`, ...fields })
const secretIn = ({ link }: CodeMessage) => link.slice(link.indexOf('#') + 1)

async function requestLink(account: string, address = HOME, headers: Record<string, string> = {}) {
  const base = nextBase()
  const body = { account, uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
  return call(`${base}/forgotten-password`, postJson(body, { 'x-forwarded-for': address, ...headers }))
}

/** Requests a link and returns its secret. */
async function receive(username: string, address = HOME): Promise<string> {
  const before = sentTo(username).length
  expectSuccess(await requestLink(username, address))
  return eventually(() => {
    const message = sentTo(username)[before]
    if (!message) throw new Error('nothing was sent yet')
    return secretIn(message)
  })
}

/** Gives a user an address of a database from before the rule that no name is the address of another user. */
async function storeAddress(username: string, email: string): Promise<void> {
  const { database, close } = await openDatabase(nodes[0]?.databaseUrl ?? '', { migrate: false })
  await database.updateTable('users').set({ email }).where('username', '=', username).execute()
  await close()
}

const setPassword = (link: string, password = NEW_PASSWORD, base = nextBase()) =>
  call(`${base}/password-link`, postJson({ link, password }))

function expectInvalid(answer: Answer): void {
  expectRefused(answer, 400)
  expect(answer.body.reason).toBe('link-invalid')
}

/** Waits until the queue has handled all requests so far: they are handled in their order. */
async function handled(): Promise<void> {
  for (const number of nodes.keys()) {
    const username = `marker-${sent.length}-${number}`
    await add(username)
    await receive(username, stranger(10_000 + sent.length))
  }
}

describe('a stolen or old link', () => {
  test('guessing: a link that was never sent, or is nearly right, sets nothing', async () => {
    await add('guessed')
    const link = await receive('guessed')
    const nearly = link.startsWith('A') ? `B${link.slice(1)}` : `A${link.slice(1)}`
    for (const guess of ['A'.repeat(43), nearly, link.toLowerCase(), link.toUpperCase()]) {
      if (guess !== link) expectInvalid(await setPassword(guess))
    }
    for (const malformed of ['', link.slice(1), `${link}=`, `${link}%00`, ` ${link}`, '*', "' or 1=1 --"])
      expectRefused(await setPassword(malformed), 400)
    for (const body of [{ link: [link] }, { link: { $ne: '' } }, { password: NEW_PASSWORD }, { link: null }])
      expectRefused(
        await call(`${nextBase()}/password-link`, postJson({ password: NEW_PASSWORD, ...body })),
        400,
      )
    expectSuccess(await setPassword(link))
  })

  test('replay: of many uses at the same time on two nodes, one succeeds', async () => {
    await add('replayed')
    const link = await receive('replayed')
    const uses = Array.from({ length: 10 }, (_, i) => setPassword(link, `${NEW_PASSWORD}, number ${i}`))
    const answers = await Promise.all(uses)
    const winners = [...answers.keys()].filter((i) => answers[i]?.body.code === 200)
    expect(winners).toHaveLength(1)
    const password = `${NEW_PASSWORD}, number ${winners[0]}`
    expectSuccess(await tryLogin(nextBase(), { username: 'replayed', password }))
    expectInvalid(await setPassword(link))
  })

  test.each<[what: string, change: (id: number, username: string) => Promise<unknown>]>([
    ['a newer link', (_, username) => receive(username)],
    ['an invitation', (id) => dataOf(admin.post(`/sys-user/${id}/invitation`, {}))],
    ['a new password', (id) => dataOf(admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))],
    ['disabling', (id) => dataOf(admin.put(`/sys-user/${id}/status`, { status: '1' }))],
    ['the directory', (id) => dataOf(admin.put(`/sys-user/${id}`, { loginMethods: ['ldap'] }))],
    ['another e-mail address', (id) => dataOf(admin.put(`/sys-user/${id}`, { email: 'x@example.com' }))],
    ['another role', async (id) => dataOf(admin.put(`/sys-user/${id}`, { roleId: await promotedRole() }))],
    ['deletion', (id) => dataOf(admin.remove(`/sys-user/${id}`))],
  ])('a link ends with %s', async (what, change) => {
    const username = `changed-by-${what.replaceAll(' ', '-')}`
    const id = await add(username)
    const link = await receive(username)
    await change(id, username)
    expectInvalid(await setPassword(link))
  })

  test('a link of a disabled user does not return when the user is enabled again', async () => {
    const id = await add('returned')
    const link = await receive('returned')
    for (const status of ['1', '2']) await dataOf(admin.put(`/sys-user/${id}/status`, { status }))
    expectInvalid(await setPassword(link))
  })

  test('a link of a user whose role is disabled is refused while it is', async () => {
    const paused = await addRole(admin, 'paused')
    await add('of-paused-role', { roleId: paused })
    const link = await receive('of-paused-role')
    await dataOf(admin.put(`/role/${paused}`, { status: '1' }))
    expectInvalid(await setPassword(link))
  })

  let promoted: number | undefined
  async function promotedRole(): Promise<number> {
    promoted ??= await addRole(admin, 'promoted')
    return promoted
  }
})

describe('a request for a link', () => {
  test('Host header: the link leads to the address of the settings, whatever the request says', async () => {
    await add('hosted')
    const base = nextBase()
    const body = JSON.stringify({ account: 'hosted', uuid: await getCaptcha(base), code: CAPTCHA_TEXT })
    const lines = [
      'POST /api/v1/forgotten-password HTTP/1.1',
      'Host: evil.example.com',
      'X-Forwarded-Host: evil.example.com',
      'X-Forwarded-For: 198.51.100.1',
      'Forwarded: host=evil.example.com;proto=http',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ]
    expectSuccess(await sendRaw(new URL(base).origin, { bytes: lines.join('\r\n') }))
    const message = await eventually(() => {
      const [first] = sentTo('hosted')
      if (!first) throw new Error('nothing was sent yet')
      return first
    })
    expect(message.link).toMatch(/^https:\/\/castle\.example\.com\/password-link#[\w-]{43}$/)
    expect(message.text).not.toContain('evil')
  })

  test('open redirect: no field of a request changes where a link or a response leads', async () => {
    await add('redirected')
    const base = nextBase()
    const target = { redirect: 'https://evil.example.com', returnTo: '//evil.example.com', publicUrl: 'x' }
    const body = { account: 'redirected', uuid: await getCaptcha(base), code: CAPTCHA_TEXT, ...target }
    expectSuccess(await call(`${base}/forgotten-password?next=//evil.example.com`, postJson(body)))
    const link = await eventually(() => {
      const [message] = sentTo('redirected')
      if (!message) throw new Error('nothing was sent yet')
      return message.link
    })
    expect(new URL(link).origin).toBe(PUBLIC_URL)
    const used = await call(
      `${nextBase()}/password-link?next=//evil.example.com`,
      postJson({ link: link.split('#')[1], password: NEW_PASSWORD, ...target }),
    )
    expectSuccess(used)
    expect(used.headers.get('location')).toBeNull()
  })

  test('injection: names add neither lines nor markup that a mail program would show', async () => {
    const username = '<img src=x onerror=alert(1)>“{link}”'
    const id = await addUser(admin, username, roleId, { email: 'markup@example.com' })
    await dataOf(admin.post(`/sys-user/${id}/invitation`, {}))
    const message = sentTo('markup').at(-1)
    expect(message?.subject).toBe('Your account for Castle Bcc: eve@example.com')
    // The text is sent as plain text. A placeholder in a name is not replaced.
    expect(message?.text).toContain(`“${username}”`)
    expect(message?.text.split('\n')).toHaveLength(2)
    expect(`${message?.subject}${message?.text}`).not.toMatch(/[\r\u2028\u2029]/)
    for (const name of ['a\r\nBcc: eve@example.com', 'a\u2028b', 'a\u0000b']) {
      const refused = await admin.post('/sys-user', {
        username: name,
        invite: true,
        roleId,
        email: 'a@b.example',
      })
      expectRefused(refused, 400)
    }
  })

  test('flood: a stranger with many networks neither fills the mailbox nor uses up the links of the user', async () => {
    clock.advance(HOUR_MS)
    await add('owner')
    const logIn = { username: 'owner', password: passwordOf('owner') }
    const base = nextBase()
    const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
    expectSuccess(
      await call(`${base}/login`, postJson({ ...logIn, ...captcha }, { 'x-forwarded-for': HOME })),
    )
    for (let i = 0; i < 12; i++) expectSuccess(await requestLink('owner', stranger(i)))
    await handled()
    expect(sentTo('owner'), 'half of five').toHaveLength(3)
    const link = await receive('owner')
    for (let i = 12; i < 18; i++) expectSuccess(await requestLink('owner', stranger(i)))
    await handled()
    expect(sentTo('owner')).toHaveLength(4)
    expectSuccess(await setPassword(link))
  })

  test('flood: one network gets five links per hour for a name, whether it exists or not', async () => {
    clock.advance(HOUR_MS)
    await add('pressed')
    const codesOf = async (account: string) => {
      const codes: unknown[] = []
      for (let i = 0; i < 6; i++) codes.push((await requestLink(account, '198.51.100.77')).body.code)
      return codes
    }
    const expected = [200, 200, 200, 200, 200, 429]
    expect(await codesOf('pressed')).toEqual(expected)
    expect(await codesOf('nobody-at-all')).toEqual(expected)
    expect(await codesOf('nobody@example.com')).toEqual(expected)
  })

  test('take-over: who may change users but not set passwords may not change an address', async () => {
    const id = await add('victim')
    await addRole(admin, 'clerk-of-users', [{ method: 'PUT', path: '/api/v1/sys-user/:id' }])
    const operator = await operatorOf('clerk-of-users')
    const refused = await operator.put(`/sys-user/${id}`, { email: 'eve@example.com' })
    expect(refused.body.reason).toBe('beyond-own-role')
  })

  test('take-over: a mailbox is not enough for a user who becomes an admin again when the role ends', async () => {
    const [{ roleId: adminRole = 0 } = {}] = await listOf(admin, '/role?roleKey=admin')
    const id = await add('regent-on-leave', { roleId: adminRole })
    const roleUntil = new Date(clock.now() + 24 * HOUR_MS).toISOString()
    await dataOf(admin.put(`/sys-user/${id}`, { roleId, roleUntil }))
    expect(await receive('regent-on-leave')).toBe('')
    // What concerns the password of such a user is an event, as for an admin.
    await dataOf(admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    const [event] = await listOf(admin, '/event?kind=admin.password-reset')
    expect(event).toMatchObject({ fields: { username: 'regent-on-leave' } })
  })

  test('take-over: a link does not reset the count of wrong codes of the second factor', async () => {
    await add('guarded')
    await enrolUser(nextBase(), 'guarded', clock)
    let network = 20_000
    /** Guesses a code, from another network each time. */
    const guess = async (password: string) => {
      const base = nextBase()
      const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
      const body = { username: 'guarded', password, ...captcha, secondFactorCode: 'no' }
      const answer = await call(`${base}/login`, postJson(body, { 'x-forwarded-for': stranger(++network) }))
      return answer.body.reason
    }
    for (let i = 0; i < MAX_FAILURES; i++)
      expect(await guess(passwordOf('guarded'))).toBe('second-factor-wrong')
    expect(await guess(passwordOf('guarded'))).toBe('rate-limited')
    expectSuccess(await setPassword(await receive('guarded')))
    expect(await guess(NEW_PASSWORD)).toBe('rate-limited')
  })

  test('leaks: neither the log nor the data folder contains a link', async () => {
    await add('quiet')
    const link = await receive('quiet')
    expectRefused(await setPassword(link, 'short'), 400)
    for (const node of nodes) await expectNotStored(node, [link])
    expectSuccess(await setPassword(link))
    for (const node of nodes) await expectNotStored(node, [link, NEW_PASSWORD])
  })
})

async function operatorOf(roleKey: string): Promise<Operator> {
  const [role] = await listOf(admin, `/role?roleKey=${roleKey}`)
  const username = `user-of-${roleKey}`
  await addUser(admin, username, Number(role?.roleId))
  return loginOperator(nextBase(), { username, password: passwordOf(username) })
}

describe('an operator', () => {
  const INVITE = { method: 'POST', path: '/api/v1/sys-user/:id/invitation' }
  const SET_PASSWORD = { method: 'PUT', path: '/api/v1/sys-user/:id/password' }

  test('who may not set passwords may not invite', async () => {
    const id = await add('untouched')
    await addRole(admin, 'announcer', [INVITE])
    const refused = await (await operatorOf('announcer')).post(`/sys-user/${id}/invitation`, {})
    expect(refused.body.reason).toBe('beyond-own-role')
    expect(sentTo('untouched')).toEqual([])
  })

  test('invites neither an admin nor a user with more rights', async () => {
    await addRole(admin, 'inviter', [INVITE, SET_PASSWORD])
    const operator = await operatorOf('inviter')
    const strong = await addRole(admin, 'strong', [{ method: 'DELETE', path: '/api/v1/sys-user/:id' }])
    const superior = await add('superior', { roleId: strong })
    const [{ roleId: adminRole = 0 } = {}] = await listOf(admin, '/role?roleKey=admin')
    const regent = await add('regent', { roleId: adminRole })
    expect((await operator.post(`/sys-user/${superior}/invitation`, {})).body.reason).toBe('beyond-own-role')
    expect((await operator.post(`/sys-user/${regent}/invitation`, {})).body.reason).toBe('admin-only')
    expect([...sentTo('superior'), ...sentTo('regent')]).toEqual([])
    const inferior = await add('inferior')
    expectSuccess(await operator.post(`/sys-user/${inferior}/invitation`, {}))
  })

  test('does not find a user outside the own branch', async () => {
    const dept = Number((await dataOf(admin.post('/dept', { deptName: 'North', parentId: 0 }))).deptId)
    const leader = await addRole(admin, 'leader', [INVITE, SET_PASSWORD], { dataScope: '4' })
    await addUser(admin, 'leader', leader, { deptId: dept })
    const operator = await loginOperator(nextBase(), { username: 'leader', password: passwordOf('leader') })
    const outside = await add('outside')
    const answers = [
      await operator.post(`/sys-user/${outside}/invitation`, {}),
      await operator.post('/sys-user/999999/invitation', {}),
    ]
    for (const { body } of answers) expect(body.reason).toBe('not-found')
    expect(sentTo('outside')).toEqual([])
  })
})

const onceOnly = test.skipIf(inject('attackDatabase') !== undefined) // Takes long, and does not depend on the database.

onceOnly(
  'enumeration: the response and its time are the same for every account',
  async () => {
    const target = await startTarget({
      settings: {
        application: { mode: 'dev', publicUrl: PUBLIC_URL },
        login: { passwordLink: { enabled: true } },
      },
      replacements: {
        codeSender: { async send() {} },
        // Without limits, so that each request of a user is handled to the end.
        shortLivedStore: {
          ...createMemoryStore({ now: Date.now }),
          count: async () => ({ count: 1, secondsLeft: 60 }),
        },
      },
    })
    try {
      const operator = await loginOperator(target.base)
      const role = await addRole(operator, 'clerk')
      await addUser(operator, 'present', role, { email: 'present@example.com' })
      await addUser(operator, 'of-directory', role, { email: 'd@example.com', loginMethods: ['ldap'] })
      const { telling, said } = await measureLogins(
        target.base,
        {
          'unknown name': { account: 'nobody' },
          'known name': { account: 'present' },
          'known address': { account: 'present@example.com' },
          'user of a directory': { account: 'of-directory' },
        },
        // The queue has handled earlier requests, so that it is never full.
        { path: '/forgotten-password', before: () => delay(15) },
      )
      expect(telling).toEqual([])
      expect(said.size).toBe(1)
    } finally {
      await target.close()
    }
  },
  600_000,
)

test('a user who is named like the address of another does not get its messages instead', async () => {
  await add('victor')
  await add('victor-real@example.com', { email: 'thief@example.com' })
  await storeAddress('victor', 'victor-real@example.com')
  expectSuccess(await requestLink('victor-real@example.com'))
  await eventually(() => expect(sent.map(({ to }) => to)).toContain('victor-real@example.com'))
  await eventually(() => expect(sent.map(({ to }) => to)).toContain('thief@example.com'))
})
