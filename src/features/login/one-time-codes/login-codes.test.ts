import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPendingLogins } from '../../../core/login/pending-login.ts'
import type { StoredAccount } from '../../../core/user/account.store.ts'
import type { User } from '../../../core/user/user.ts'
import { createMemoryStore } from '../../../platform/cluster/short-lived/memory-store.ts'
import type { ShortLivedStore } from '../../../platform/cluster/short-lived/short-lived-store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createMessageLimits } from '../messages/message-limits.ts'
import { createMessageQueue, type MessageQueue } from '../messages/message-queue.ts'
import type { CodeMessage } from '../messages/message-sender.ts'
import { createLoginCodes, type LoginCodes } from './login-codes.ts'

const START = 1_800_000_000_000
const CODE = '493027'
const TEXTS = { emailSubject: 'Code for {name}', email: '{code}, {minutes} min, {name}', sms: '{code}' }
const CLIENT = { address: '192.0.2.1', userAgent: '' }

let time: number
let store: ShortLivedStore
let stored: string[]
let sent: CodeMessage[]
let alice: User | undefined
/** The names of users. All of them have the address of Alice. */
let names: string[]
let isEnabled: boolean
let isAllowed: boolean
let credentialVersion: number
let totalLimits: number
/** The addresses from which Alice has logged in. */
let known: string[]

beforeEach(() => {
  time = START
  const memory = createMemoryStore({ maxEntries: 100, now: () => time })
  stored = []
  store = {
    ...memory,
    put(key, value, seconds) {
      stored.push(value)
      return memory.put(key, value, seconds)
    },
    count(key, seconds) {
      stored.push(key)
      return memory.count(key, seconds)
    },
  }
  sent = []
  totalLimits = 0
  known = []
  names = ['alice', 'alias']
  isEnabled = true
  isAllowed = true
  credentialVersion = 1
  alice = {
    userId: 7,
    username: 'alice',
    email: 'alice@example.com',
    phone: '',
    revision: 3,
    updatedAt: new Date(START - 1000).toISOString(),
  } as User
})

const queues: MessageQueue[] = []
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close()
})

interface Limits {
  readonly maxPerHour?: number
  readonly maxPerDay?: number
  readonly maxPerNetworkPerDay?: number
  readonly maxTotalPerDay?: number
}

function create(limits: Limits = {}): LoginCodes & { drain(): Promise<void> } {
  const queue = createMessageQueue({
    concurrency: 2,
    maxWaiting: 100,
    timeoutMs: 60_000,
    drainMs: 60_000,
    onProblem: (error) => {
      throw error
    },
  })
  queues.push(queue)
  const codes = createLoginCodes({
    pending: createPendingLogins(store),
    limits: createMessageLimits({
      store,
      maxPerHour: 5,
      maxPerDay: 10,
      maxPerNetworkPerDay: 100,
      maxTotalPerDay: 0,
      key: randomBytes(32),
      ...limits,
    }),
    queue,
    accounts: {
      async findByName(username) {
        if (!alice || !names.includes(username)) return undefined
        const loginMethods = isAllowed ? ['code'] : ['password']
        const { userId } = alice
        return {
          userId,
          username,
          enabled: isEnabled,
          loginMethods,
          credentialVersion,
        } as unknown as StoredAccount
      },
    },
    users: { find: async () => alice },
    userNetworks: { isKnown: async (_, address) => known.includes(address) },
    async send(message) {
      sent.push(message)
    },
    onTotalLimit: () => totalLimits++,
    channels: ['email'],
    digits: 6,
    lifetimeSeconds: 300,
    maxAttempts: 5,
    texts: { en: TEXTS, zh: { ...TEXTS, email: '验证码 {code}' } },
    name: 'Castle',
    secret: 'a secret',
    now: () => time,
    randomCode: () => CODE,
  })
  return { ...codes, drain: queue.close }
}

const request = (codes: LoginCodes, username = 'alice', address = CLIENT.address) =>
  codes.request({ username, address, language: 'en' })

async function login(codes: LoginCodes, uuid: string, code = CODE, username = 'alice') {
  const fields = { username, uuid, code, body: {}, browser: '' }
  try {
    const { verify } = await codes.method.begin(fields, CLIENT)
    return await verify()
  } catch (error) {
    if (reasonOf(error) === 'credentials-wrong') return undefined
    throw error
  }
}

const reasonOf = (error: unknown) => (error instanceof Refusal ? error.reason : error)

test('a code is sent to the address of the user and is valid once', async () => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  expect(sent).toEqual([
    {
      kind: 'code',
      channel: 'email',
      to: 'alice@example.com',
      code: CODE,
      link: '',
      minutes: 5,
      language: 'en',
      subject: 'Code for Castle',
      text: `${CODE}, 5 min, Castle`,
    },
  ])
  expect(await login(codes, uuid)).toMatchObject({ account: { userId: 7 }, hasSecondFactor: false })
  expect(await login(codes, uuid)).toBeUndefined()
})

test('of several logins at the same time with one code, one succeeds', async () => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => login(codes, uuid)))
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
})

test('after five wrong codes the right one is refused', async () => {
  const codes = create()
  const [first, second] = [await request(codes), await request(codes)]
  await codes.drain()
  for (let i = 0; i < 4; i++) expect(await login(codes, first, '000000')).toBeUndefined()
  expect(await login(codes, first)).toBeDefined()
  for (let i = 0; i < 5; i++) expect(await login(codes, second, '000000')).toBeUndefined()
  expect(await login(codes, second)).toBeUndefined()
})

test('wrong codes do not extend the life of a code', async () => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  time += 299_000
  expect(await login(codes, uuid, '000000')).toBeUndefined()
  time += 2000
  expect(await login(codes, uuid)).toBeUndefined()
})

test('a code is valid only with its own id and name', async () => {
  const codes = create()
  names.push('bob')
  const uuid = await request(codes, 'bob')
  await codes.drain()
  expect(await login(codes, uuid, CODE, 'alice')).toBeUndefined()
  expect(await login(codes, 'A'.repeat(22))).toBeUndefined()
  expect(await login(codes, '')).toBeUndefined()
  expect(await login(codes, uuid, CODE, 'bob')).toBeDefined()
})

test('the store contains neither the code nor the name nor the address', async () => {
  const codes = create()
  await request(codes)
  await codes.drain()
  expect(stored.length).toBeGreaterThan(4)
  expect(stored.join('\n')).not.toMatch(/493027|alice|example|192\.0\.2/)
})

test.each([
  ['does not exist', () => (alice = undefined)],
  ['is disabled', () => (isEnabled = false)],
  ['may not log in with a code', () => (isAllowed = false)],
  ['has no address', () => (alice = alice && { ...alice, email: '' })],
  ['has an address with a second recipient', () => (alice = alice && { ...alice, email: 'a@b.c, d@e.f' })],
])('a user who %s gets the same response but no message', async (_, change) => {
  const codes = create()
  change()
  expect(await request(codes)).toMatch(/^[\w-]{22}$/)
  await codes.drain()
  expect(sent).toEqual([])
})

test('a user who was disabled or is no longer allowed cannot use the code', async () => {
  const codes = create()
  const [first, second] = [await request(codes), await request(codes)]
  await codes.drain()
  isEnabled = false
  expect(await login(codes, first)).toBeUndefined()
  isEnabled = true
  isAllowed = false
  expect(await login(codes, second)).toBeUndefined()
})

test.each([
  ['now', 1],
  ['by a node whose clock is an hour behind', -3_600_000],
])('a change of the user voids the codes sent before: %s', async (_, afterMs) => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  const updatedAt = new Date(START + afterMs).toISOString()
  alice = alice && { ...alice, revision: alice.revision + 1, updatedAt }
  expect(await login(codes, uuid)).toBeUndefined()
})

test('a change of the credentials voids the codes sent before', async () => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  credentialVersion++
  expect(await login(codes, uuid)).toBeUndefined()
})

test('another user who has got the name cannot be logged in with a code that was sent before', async () => {
  const codes = create()
  const uuid = await request(codes)
  await codes.drain()
  alice = alice && { ...alice, userId: 8 }
  expect(await login(codes, uuid)).toBeUndefined()
})

describe('limits', () => {
  test('the requests for a name are limited per hour and per day, whether it exists or not', async () => {
    const codes = create({ maxPerHour: 2, maxPerDay: 3 })
    for (const name of ['alice', 'nobody']) {
      await request(codes, name)
      await request(codes, name.toUpperCase())
      await expect(request(codes, name)).rejects.toSatisfy((error) => reasonOf(error) === 'rate-limited')
    }
    time += 3_600_000
    for (const name of ['alice', 'nobody']) {
      await request(codes, name)
      await expect(request(codes, name)).rejects.toMatchObject({ details: { retryAfterSeconds: 82_800 } })
    }
  })

  test('the requests of a network are limited for all names together', async () => {
    const codes = create({ maxPerNetworkPerDay: 2 })
    await request(codes, 'one', '2001:db8::1')
    await request(codes, 'two', '2001:db8::2')
    await expect(request(codes, 'three', '2001:db8::3')).rejects.toSatisfy(
      (error) => reasonOf(error) === 'rate-limited',
    )
    await request(codes, 'three', '2001:db8:0:1::3')
  })

  test('the messages to an address are limited without a visible refusal', async () => {
    const codes = create({ maxPerHour: 2 })
    known = [CLIENT.address]
    await request(codes)
    await request(codes)
    await request(codes, 'alias')
    await codes.drain()
    expect(sent).toHaveLength(2)
  })

  test('requests from unknown networks use only half of the messages, and those from known ones all that are left', async () => {
    const codes = create({ maxPerHour: 5 })
    known = [CLIENT.address]
    for (let i = 0; i < 8; i++) await request(codes, 'alice', `198.51.100.${i}`)
    for (let i = 0; i < 5; i++) await request(codes)
    await codes.drain()
    expect(sent).toHaveLength(5)
    time += 3_600_000
    sent = []
    const later = create({ maxPerHour: 5, maxPerDay: 1000 })
    for (let i = 0; i < 5; i++) await request(later)
    await request(later, 'alice', '198.51.100.9')
    await later.drain()
    expect(sent, 'known networks can use the whole limit').toHaveLength(5)
  })

  test('the half of the day is reserved too', async () => {
    const codes = create({ maxPerHour: 1000, maxPerDay: 4 })
    known = [CLIENT.address]
    for (let i = 0; i < 8; i++) await request(codes, 'alice', `198.51.100.${i}`)
    for (let i = 0; i < 4; i++) await request(codes)
    await codes.drain()
    expect(sent).toHaveLength(4)
  })

  test('a code that is not sent is never valid', async () => {
    const codes = create({ maxPerHour: 2 })
    const uuids = []
    for (let i = 0; i < 3; i++) uuids.push(await request(codes, 'alice', `198.51.100.${i}`))
    expect(await login(codes, uuids[0] ?? ''), 'not even before it is decided').toBeUndefined()
    await codes.drain()
    expect(sent).toHaveLength(1)
    const logins = []
    for (const uuid of uuids) logins.push((await login(codes, uuid)) !== undefined)
    expect(logins).toEqual([true, false, false])
  })

  test('requests from one network do not refuse those from another, for known networks and names and for others', async () => {
    const codes = create({ maxPerHour: 2 })
    known = [CLIENT.address]
    const outcomes: Record<string, unknown[]> = {}
    for (const name of ['alice', 'nobody']) {
      const of: unknown[] = []
      for (let i = 0; i < 4; i++) await request(codes, name, `198.51.100.${i}`)
      for (const address of [CLIENT.address, '203.0.113.1']) {
        for (let i = 0; i < 3; i++)
          of.push(
            await request(codes, name, address).then(
              () => 'accepted',
              (error) => reasonOf(error),
            ),
          )
      }
      outcomes[name] = of
    }
    const each = ['accepted', 'accepted', 'rate-limited']
    expect(outcomes).toEqual({ alice: [...each, ...each], nobody: [...each, ...each] })
  })

  test('all messages of a day are limited, which is reported and not visible to clients', async () => {
    const codes = create({ maxTotalPerDay: 1 })
    await request(codes)
    await request(codes)
    await codes.drain()
    expect([sent.length, totalLimits]).toEqual([1, 1])
  })
})
