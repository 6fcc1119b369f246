import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CodeMessage } from '../../src/index.ts'
import { createMemoryStore } from '../../src/short-lived/memory-store.ts'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget, type Target } from './support/target.ts'

const HOME = '203.0.113.7'
const HOUR_MS = 60 * 60 * 1000

const clock = createClock()
/** Two nodes with the same database and the same short-lived store. */
const nodes: Target[] = []
const sent: CodeMessage[] = []
let admin: Operator
let roleId: number

beforeAll(async () => {
  const options = {
    settings: {
      application: { trustProxy: ['127.0.0.1'] },
      login: { methods: ['password', 'code'] },
      cluster: { maxStalenessSeconds: 3600 },
      jwt: { timeout: 1_000_000 },
    },
    replacements: {
      now: clock.now,
      shortLivedStore: createMemoryStore({ maxEntries: 1000, now: clock.now }),
      codeSender: { send: async (message: CodeMessage) => void sent.push(message) },
    },
  }
  const first = await startTarget(options)
  nodes.push(first, await startTarget({ ...options, beside: first }))
  admin = await loginOperator(first.base)
  roleId = await addRole(admin, 'clerk')
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
})

let requests = 0

/** Sends a request with a new captcha, to the two nodes in turn. */
async function send(path: string, address: string, fields: object): Promise<Answer> {
  const { base } = nodes[requests++ % nodes.length] as Target
  const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
  return call(`${base}${path}`, postJson({ ...captcha, ...fields }, { 'x-forwarded-for': address }))
}

const logIn = (username: string, address: string) =>
  send('/login', address, { username, password: passwordOf(username) })

const requestCode = (username: string, address: string) => send('/login/code', address, { username })

/** Another network for each number. */
const stranger = (number: number) => `2001:db8:${number.toString(16)}::1`

const sentTo = (username: string) => sent.filter(({ to }) => to === `${username}@example.com`)

/** Waits until the queue has handled all requests so far: they are handled in their order. */
async function handled(): Promise<void> {
  for (const number of nodes.keys()) {
    const username = `marker-${sent.length}-${number}`
    await addUser(admin, username, roleId, { email: `${username}@example.com` })
    clock.advance(1000)
    expectSuccess(await requestCode(username, HOME))
    await eventually(() => expect(sentTo(username)).toHaveLength(1))
  }
}

const visible = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !/^(date|x-request-id|content-length)$/.test(name)),
  body: { ...body, data: Object.keys((body.data as object | undefined) ?? {}) },
})

test('a stranger with many networks does not use up the one-time codes of a user', async () => {
  await addUser(admin, 'owner', roleId, { email: 'owner@example.com' })
  expectSuccess(await logIn('owner', HOME))
  for (let i = 0; i < 12; i++) expectSuccess(await requestCode('owner', stranger(i)))
  await handled()
  expect(sentTo('owner'), 'half of five').toHaveLength(3)
  for (const wanted of [4, 5]) {
    const { body } = await requestCode('owner', HOME)
    await eventually(() => expect(sentTo('owner')).toHaveLength(wanted))
    const { uuid } = body.data as { uuid: string }
    const code = sentTo('owner').at(-1)?.code
    expectSuccess(await send('/login', HOME, { method: 'code', username: 'owner', uuid, code }))
  }
})

test('the responses reveal neither names nor known networks, with and without an attack', async () => {
  await addUser(admin, 'visited', roleId, { email: 'visited@example.com' })
  expectSuccess(await logIn('visited', HOME))
  clock.advance(HOUR_MS)
  const seen: Record<string, unknown[]> = {}
  for (const username of ['visited', 'nobody']) {
    for (let i = 0; i < 6; i++) await requestCode(username, stranger(i))
    for (const address of [HOME, stranger(100)]) {
      const answers: unknown[] = []
      for (let i = 0; i < 6; i++) answers.push(visible(await requestCode(username, address)))
      seen[`${username} ${address}`] = answers
    }
  }
  const [first, ...others] = Object.values(seen)
  expect(first).toHaveLength(6)
  expect(first?.[5]).toMatchObject({ body: { code: 429 } })
  for (const other of others) expect(other).toEqual(first)
})

test('codes that were not sent cannot be guessed: at most the limit of messages is valid', async () => {
  await addUser(admin, 'guessed-code', roleId, { email: 'guessed-code@example.com' })
  const uuids: string[] = []
  for (let i = 0; i < 8; i++) {
    const { body } = await requestCode('guessed-code', stranger(200 + i))
    uuids.push((body.data as { uuid: string }).uuid)
  }
  await handled()
  const codes = sentTo('guessed-code').map(({ code }) => code)
  expect(codes).toHaveLength(3)
  let successes = 0
  for (const [number, uuid] of uuids.entries()) {
    for (const code of codes) {
      const login = { method: 'code', username: 'guessed-code', uuid, code }
      const answer = await send('/login', stranger(300 + number), login)
      if (answer.body.code === 200) successes++
      else expectRefused(answer, 400)
    }
  }
  expect(successes).toBe(3)
})

test('the networks of a user are deleted with the user', async () => {
  const id = await addUser(admin, 'deleted', roleId, { email: 'deleted@example.com' })
  expectSuccess(await logIn('deleted', HOME))
  await dataOf(admin.remove(`/sys-user/${id}`))
  await addUser(admin, 'deleted', roleId, { email: 'deleted@example.com' })
  clock.advance(1000)
  for (let i = 0; i < 4; i++) await requestCode('deleted', stranger(400 + i))
  await handled()
  expect(sentTo('deleted')).toHaveLength(3)
  expectSuccess(await requestCode('deleted', HOME))
  await handled()
  expect(sentTo('deleted'), 'a new user with the name has no known network').toHaveLength(3)
})
