import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableRole } from '../support/database.ts'
import { scaled } from './support/scale.ts'
import { areaUnderCurve } from './support/separability.ts'
import { startTarget, type Target } from './support/target.ts'

const KINDS = ['unknown user', 'wrong password', 'disabled user', 'disabled role'] as const
type Kind = (typeof KINDS)[number]

/** The right password of the disabled ones: even that must not tell. */
const BODIES: Record<Kind, { username: string; password: string }> = {
  'unknown user': { username: 'nobody', password: 'right' },
  'wrong password': { username: 'present', password: 'wrong' },
  'disabled user': { username: 'disabled', password: 'right' },
  'disabled role': { username: 'of-role', password: 'right' },
}

/** One connection: what is measured is the answer, not the way to it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let target: Target

beforeAll(async () => {
  target = await startTarget({ settings: { application: { mode: 'dev' } } })
  const { roleAdministration, userAdministration } = target.workshop
  for (const roleKey of ['kept', 'shut']) await roleAdministration.add({ roleKey, roleName: roleKey })
  await userAdministration.add({ username: 'present', password: 'right', roleKey: 'kept' })
  await userAdministration.add({ username: 'disabled', password: 'right', roleKey: 'kept' })
  await userAdministration.add({ username: 'of-role', password: 'right', roleKey: 'shut' })
  await userAdministration.setStatus('disabled', '1')
  await disableRole(target, 'shut')
})
afterAll(async () => {
  agent.destroy()
  await target.close()
})

async function timed(kind: Kind): Promise<{ milliseconds: number; said: string }> {
  const body = JSON.stringify(BODIES[kind])
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request(`${target.base}/login`, { method: 'POST', agent, headers }, async (response) => {
      const said = await text(response)
      const { 'x-request-id': _id, date: _date, ...others } = response.headers
      resolve({
        milliseconds: performance.now() - start,
        said: JSON.stringify([response.statusCode, others, said]),
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** In a new order every round, so that no kind always follows the same other one. */
function shuffled(): Kind[] {
  return KINDS.map((kind) => ({ kind, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kind }) => kind)
}

test('L11 unknown, wrong and disabled: the same bytes, and times that nobody can tell apart', async () => {
  const times: Record<Kind, number[]> = {
    'unknown user': [],
    'wrong password': [],
    'disabled user': [],
    'disabled role': [],
  }
  const said = new Set<string>()
  const sample = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      for (const kind of shuffled()) {
        const answer = await timed(kind)
        times[kind].push(answer.milliseconds)
        said.add(answer.said)
      }
    }
  }
  const curves = () =>
    KINDS.flatMap((one, index) =>
      KINDS.slice(index + 1).map((other) => ({
        pair: `${one}, ${other}`,
        area: areaUnderCurve(times[one], times[other]),
      })),
    )
  const telling = () => curves().filter(({ area }) => area < 0.45 || area > 0.55)

  for (const kind of KINDS) await timed(kind)
  // With few samples chance alone leaves the bounds at times: then more are taken. A real difference stays.
  for (const rounds of [scaled(100, 500), scaled(100, 500), scaled(200, 1000), scaled(400, 2000)]) {
    await sample(rounds)
    if (telling().length === 0) break
  }
  expect(telling()).toEqual([])
  expect(said.size).toBe(1)
}, 600_000)

test('L11 the measure tells apart what differs, and only that', () => {
  const values = (shift: number) => Array.from({ length: 300 }, (_, index) => ((index * 7919) % 300) + shift)
  expect(areaUnderCurve(values(0), values(0))).toBeCloseTo(0.5, 5)
  expect(areaUnderCurve(values(300), values(0))).toBe(1)
  expect(areaUnderCurve(values(0), values(300))).toBe(0)
  expect(areaUnderCurve(values(30), values(0))).toBeGreaterThan(0.55)
})
