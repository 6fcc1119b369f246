import { expect, test } from 'vitest'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import { addRole, addUser, dataOf, loginOperator, passwordOf } from '../support/operator.ts'
import {
  PASSKEY_SETTINGS,
  type RegisteredPasskey,
  registerPasskey,
  sendPasskeyLogin,
  startPasskeyLogin,
} from '../support/passkey-client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTwoNodes } from './support/two-nodes.ts'

// Logins in two steps, where something happens between the steps: at the other node, so that no cache of the node helps.

const { clock, nodes, sentTo } = await startTwoNodes({
  ...PASSKEY_SETTINGS,
  login: { methods: ['password', 'passkey', 'code'], code: { channels: ['email'], maxPerDay: 1000 } },
})
let users = 0

const baseOf = (node: number) => nodes[node]?.base ?? ''

const admin = await loginOperator(baseOf(0))
const roleId = await addRole(admin, 'clerk')

interface Person {
  readonly username: string
  readonly id: number
}

async function addPerson(): Promise<Person> {
  const username = `person-${users++}`
  const id = await addUser(admin, username, roleId, { email: `${username}@example.com` })
  clock.advance(1000)
  return { username, id }
}

const change = (id: number, fields: object) => dataOf(admin.put(`/sys-user/${id}`, fields))

/** Starts a login at one node. The function that is returned finishes it, at any node. */
type Begin = (person: Person) => Promise<(node: number) => Promise<Answer>>

const beginWithCode: Begin = async ({ username }) => {
  const captcha = { uuid: await getCaptcha(baseOf(0)), code: CAPTCHA_TEXT }
  const asked = await call(`${baseOf(0)}/login/code`, postJson({ username, ...captcha }))
  expectSuccess(asked)
  const { uuid } = asked.body.data as { uuid: string }
  const code = await eventually(() => {
    const [message] = sentTo(username)
    if (!message) throw new Error('nothing was sent yet')
    return message.code
  })
  return (node) => call(`${baseOf(node)}/login`, postJson({ method: 'code', username, uuid, code }))
}

const passkeys = new Map<number, RegisteredPasskey>()

const beginWithPasskey: Begin = async ({ username, id }) => {
  const user = await loginOperator(baseOf(0), { username, password: passwordOf(username) })
  const passkey = await registerPasskey(user)
  passkeys.set(id, passkey)
  const { uuid, options } = await startPasskeyLogin(baseOf(0))
  // Like a synchronized passkey: without a counter that would refuse a copy.
  const credential = passkey.assertion(options, { counter: 0 })
  return (node) => sendPasskeyLogin(baseOf(node), { uuid, credential })
}

const METHODS: [string, Begin][] = [
  ['a code by mail', beginWithCode],
  ['a passkey', beginWithPasskey],
]

test.each(METHODS)('%s: the login that was begun at one node is finished at the other', async (_, begin) => {
  const finish = await begin(await addPerson())
  expectSuccess(await finish(1))
})

test.each(METHODS)('%s: of many logins at both nodes at the same time, one succeeds', async (_, begin) => {
  const finish = await begin(await addPerson())
  const answers = await Promise.all([0, 1, 0, 1, 0, 1].map(finish))
  expect(answers.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
  for (const node of [0, 1]) expectRefused(await finish(node), 400)
})

const CHANGES: [string, (person: Person) => Promise<unknown>][] = [
  ['disabled', ({ id }) => change(id, { status: '1' })],
  ['limited to another method', ({ id }) => change(id, { loginMethods: ['password'] })],
  ['deleted', ({ id }) => dataOf(admin.remove(`/sys-user/${id}`))],
  [
    'deleted, and another one has the name',
    async ({ id, username }) => {
      await dataOf(admin.remove(`/sys-user/${id}`))
      await addUser(admin, username, roleId, { email: `new-${username}@example.com` })
    },
  ],
]

const REFUSED = METHODS.flatMap(([method, begin]) =>
  CHANGES.map(([name, act]) => ({ method, begin, name, act })),
)

test.each(REFUSED)('$method: refused if the user is $name between the steps', async ({ begin, act }) => {
  const person = await addPerson()
  const finish = await begin(person)
  await act(person)
  for (const node of [1, 0]) expectRefused(await finish(node), 400)
})

test('a code is void after a new address, and after another name, which somebody else has got', async () => {
  const moved = await addPerson()
  const finishMoved = await beginWithCode(moved)
  await change(moved.id, { email: 'elsewhere@example.com' })
  expectRefused(await finishMoved(1), 400)

  const renamed = await addPerson()
  const finishRenamed = await beginWithCode(renamed)
  await change(renamed.id, { username: `former-${renamed.username}` })
  await addUser(admin, renamed.username, roleId)
  expectRefused(await finishRenamed(1), 400)
})

test('a passkey logs in its user under a new name, and never who has got the old one', async () => {
  const person = await addPerson()
  const finish = await beginWithPasskey(person)
  await change(person.id, { username: `former-${person.username}` })
  await addUser(admin, person.username, roleId)
  const { body } = await finish(1)
  expect(claimsOf(String(body.token))).toMatchObject({
    identity: person.id,
    nice: `former-${person.username}`,
  })
})

test('a passkey that an operator removes between the steps is refused', async () => {
  const person = await addPerson()
  const finish = await beginWithPasskey(person)
  const { passkeyId = 0 } = passkeys.get(person.id) ?? {}
  await dataOf(admin.remove(`/sys-user/${person.id}/passkey/${passkeyId}`))
  expectRefused(await finish(1), 400)
})
