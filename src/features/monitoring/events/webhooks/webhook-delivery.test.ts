import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import {
  behaviours,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../test/support/webhook-receiver.ts'
import { appendEvent, createEventStore } from '../../../../core/events/event.store.ts'
import { type DatabaseHandle, openDatabase } from '../../../../platform/database/database.ts'
import { inTransaction } from '../../../../platform/database/query/transaction.ts'
import type { WebhookSetting } from '../webhook.ts'
import { createWebhookStore } from './webhook.store.ts'
import { createWebhookDelivery, isWanted, type WebhookDeliveryOptions } from './webhook-delivery.ts'
import { readWebhookStates } from './webhook-states.ts'

const START = 1_800_000_000_000
const KEY = Buffer.from('k'.repeat(32))

let folder: string
let handle: DatabaseHandle
let receiver: WebhookReceiver
let time: number
let problems: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  handle = await openDatabase(`sqlite:${join(folder, 'test.db')}`)
  receiver = await startWebhookReceiver()
  time = START
  problems = []
})
afterEach(async () => {
  await receiver.close()
  await handle.close()
  await rm(folder, { recursive: true })
})

function delivery(webhook: Partial<WebhookSetting> = {}, options: Partial<WebhookDeliveryOptions> = {}) {
  const secret = `whsec_${KEY.toString('base64')}`
  return createWebhookDelivery({
    webhook: { name: 'hook', url: receiver.url, secret, kinds: [], allowHttp: false, ...webhook },
    events: createEventStore(handle.database),
    store: createWebhookStore(handle.database),
    timeoutMs: 60_000,
    now: () => time,
    onProblem: (text) => problems.push(text),
    random: () => 1,
    ...options,
  })
}

async function addEvents(...names: string[]): Promise<void> {
  for (const kid of names)
    await inTransaction(handle.database, (transaction) =>
      appendEvent(transaction, { kind: 'key.removed', fields: { kid } }, time),
    )
}

const state = () => createWebhookStore(handle.database).find('hook')
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])

/** Makes the webhook known, so that it gets what happens from now on. */
async function started(...given: Parameters<typeof delivery>) {
  const created = delivery(...given)
  await created.run()
  return created
}

test('a new webhook gets the events after its start, signed, in order, and each once', async () => {
  await addEvents('before')
  const hook = await started()
  await addEvents('a', 'b')
  await hook.run()
  await hook.run()
  expect(ids()).toEqual(['evt_2', 'evt_3'])
  const headers = receiver.received[0]?.headers ?? {}
  const body = receiver.received[0]?.body ?? ''
  expect(headers['webhook-timestamp']).toBe(String(START / 1000))
  const signed = `evt_2.${START / 1000}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`)
  expect(JSON.parse(body)).toEqual({
    type: 'key.removed',
    timestamp: new Date(START).toISOString(),
    data: {
      id: 2,
      severity: 'warning',
      text: 'Key “a” was removed: its tokens are refused.',
      fields: { kid: 'a' },
    },
  })
})

test.each([
  ['fails', behaviours.fail, 'status 500'],
  ['redirects', behaviours.redirect, 'status 302: redirects are not followed'],
  ['disconnects', behaviours.disconnect, 'ECONNRESET'],
])('an event that %s is sent again, later and before the next one', async (_, behaviour, reason) => {
  const hook = await started()
  await addEvents('a', 'b')
  receiver.next.push(behaviour)
  await hook.run()
  await hook.run()
  expect(ids()).toEqual(['evt_1'])
  expect(await state()).toEqual({ lastEventId: 0, failures: 1, retryAt: time + 1000, skipped: 0 })
  expect(problems).toEqual([`events cannot be delivered to the webhook hook (${reason}); retrying`])
  time += 1000
  await hook.run()
  expect(ids()).toEqual(['evt_1', 'evt_1', 'evt_2'])
  expect(await state()).toEqual({ lastEventId: 2, failures: 0, retryAt: 0, skipped: 0 })
  expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
})

test('a webhook that does not respond is given up after the time limit', async () => {
  const hook = await started({}, { timeoutMs: 200 })
  await addEvents('a')
  receiver.next.push(behaviours.hang)
  await hook.run()
  expect(problems).toEqual([
    'events cannot be delivered to the webhook hook (no response within 0.2 s); retrying',
  ])
})

test('a response without an end counts by its status and is not read', async () => {
  const hook = await started()
  await addEvents('a', 'b')
  receiver.next.push(behaviours.flood)
  await hook.run()
  expect(ids()).toEqual(['evt_1', 'evt_2'])
})

test('the wait doubles up to 15 minutes, and an outage is reported once', async () => {
  const hook = await started()
  await addEvents('a')
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    receiver.next.push(behaviours.fail)
    await hook.run()
    const { retryAt = 0 } = (await state()) ?? {}
    waits.push((retryAt - time) / 1000)
    time = retryAt
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect(problems).toHaveLength(1)
})

test('events that were deleted before they could be delivered are counted and reported once', async () => {
  const hook = await started()
  await addEvents('a', 'b', 'c')
  receiver.next.push(behaviours.fail, behaviours.fail)
  await hook.run()
  await handle.database.deleteFrom('events').where('id', '<=', 2).execute()
  time += 60_000
  await hook.run()
  time += 60_000
  await hook.run()
  expect(ids()).toEqual(['evt_1', 'evt_3', 'evt_3'])
  expect(await state()).toMatchObject({ lastEventId: 3, skipped: 2 })
  expect(problems.slice(1)).toEqual([
    'the webhook hook has missed 2 events, which were deleted before they were delivered',
  ])
})

test('the state of each webhook shows failures, the next retry, what waits and what was skipped', async () => {
  const stores = { events: createEventStore(handle.database), store: createWebhookStore(handle.database) }
  const stateOf = async () => (await readWebhookStates(['hook'], stores))[0]
  expect(await stateOf()).toMatchObject({ status: 'new', lastEventId: null })
  const hook = await started()
  await addEvents('a', 'b', 'c')
  receiver.next.push(behaviours.fail)
  await hook.run()
  expect(await stateOf()).toEqual({
    name: 'hook',
    status: 'failing',
    lastEventId: 0,
    waiting: 3,
    failures: 1,
    nextRetry: new Date(START + 1000).toISOString(),
    skipped: 0,
  })
  await handle.database.deleteFrom('events').where('id', '<=', 2).execute()
  time += 1000
  await hook.run()
  expect(await stateOf()).toMatchObject({
    status: 'ok',
    lastEventId: 3,
    waiting: 0,
    nextRetry: null,
    skipped: 2,
  })
})

test('only the listed kinds are sent', async () => {
  const hook = await started({ kinds: ['admin.*'] })
  await addEvents('a')
  await inTransaction(handle.database, (transaction) => {
    const fields = { username: 'a', change: 'created', operator: 'b' }
    return appendEvent(transaction, { kind: 'admin.granted', fields }, time)
  })
  await hook.run()
  expect(ids()).toEqual(['evt_2'])
  expect([isWanted('login.failures', ['login.failures']), isWanted('login.failures', ['key.*'])]).toEqual([
    true,
    false,
  ])
})

test('after an older database was restored, new events are sent', async () => {
  const hook = await started()
  await addEvents('a', 'b')
  await hook.run()
  await handle.database.deleteFrom('events').execute()
  await handle.database.updateTable('event_head').set({ last_id: 0 }).execute()
  await hook.run()
  await addEvents('c')
  await hook.run()
  expect(ids()).toEqual(['evt_1', 'evt_2', 'evt_1'])
})

describe('of two nodes', () => {
  test('one delivers at a time, and another continues when it ends', async () => {
    const [one, other] = [await started(), delivery()]
    await addEvents('a')
    receiver.next.push(behaviours.hang)
    const running = one.run()
    await eventually(() => expect(ids()).toEqual(['evt_1']))
    await other.run()
    expect(ids()).toEqual(['evt_1'])
    one.abort()
    await running
    await other.run()
    expect(ids()).toEqual(['evt_1', 'evt_1'])
    expect(problems).toEqual([])
  })

  test('the lease of one that was killed ends', async () => {
    const other = await started()
    await addEvents('a')
    await createWebhookStore(handle.database).acquire('hook', 'killed', 30_000, time)
    await other.run()
    expect(ids()).toEqual([])
    time += 30_001
    await other.run()
    expect(ids()).toEqual(['evt_1'])
  })

  test('a lease from a clock that was far ahead does not last', async () => {
    const other = await started()
    await addEvents('a')
    await createWebhookStore(handle.database).acquire('hook', 'ahead', 30_000, time + 86_400_000)
    await other.run()
    expect(ids()).toEqual(['evt_1'])
  })
})
