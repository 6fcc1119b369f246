import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createIdentityCheck } from '../src/http/identity-check.ts'
import { createRevocations } from '../src/token/revocation.ts'
import { createTokens } from '../src/token/token.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { fastJwtVerifier, joseVerifier } from './peers/jwt.ts'
import { SECRET } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 60, quick: 20, smoke: 1 }
const CHECKS_A_TURN: ByEffort<{ warm: number; cold: number }> = {
  full: { warm: 5000, cold: 400 },
  quick: { warm: 2000, cold: 200 },
  smoke: { warm: 20, cold: 5 },
}
/** Of so many users, by turns. */
const USERS = 200
const ISSUER = 'castellan'
const NANOSECONDS = 1e6

type Check = (text: string) => unknown

/** One identity check: of a token that has been seen before, and of one that has not. */
export async function measureIdentity(effort: Effort): Promise<Result[]> {
  const { warm, cold } = CHECKS_A_TURN[effort]
  const jose = await joseVerifier(SECRET, ISSUER)
  const fastJwt = fastJwtVerifier(SECRET, ISSUER, USERS)
  const ofUsers = await issueTokens(USERS)
  const known = await createCheck()

  const warmCosts = await interleave(ROUNDS[effort], {
    castellan: () => timeOf(warm, ofUsers, known, asHeader),
    jose: () => timeOf(cold, ofUsers, jose),
    fastJwt: () => timeOf(warm, ofUsers, fastJwt),
  })
  const coldCosts = await interleave(ROUNDS[effort], {
    // With an empty cache for every turn, and each token once.
    castellan: async () => timeOf(cold, await issueTokens(cold), await createCheck(), asHeader),
    jose: async () => timeOf(cold, await issueTokens(cold), jose),
  })
  const isJoseFaster = percentile(warmCosts.jose, 0.5) < percentile(warmCosts.fastJwt, 0.5)
  return [
    resultOf({
      id: 'identity-warm',
      unit: 'ns',
      value: figureOf(warmCosts.castellan),
      against: isJoseFaster ? 'jose' : 'fast-jwt with its cache (faster than jose)',
      ratio: ratioOf(isJoseFaster ? warmCosts.jose : warmCosts.fastJwt, warmCosts.castellan),
      targets: [ratioAtLeast(5)],
    }),
    resultOf({
      id: 'identity-cold',
      unit: 'ns',
      value: figureOf(coldCosts.castellan),
      against: 'jose',
      ratio: ratioOf(coldCosts.castellan, coldCosts.jose),
      targets: [ratioAtMost(1.2)],
    }),
  ]
}

function newTokens() {
  return createTokens({ secret: SECRET, issuer: ISSUER, lifetimeSeconds: 86_400, now: Date.now })
}

/** Each in a text as it is written once into a request. */
async function issueTokens(count: number): Promise<Buffer[]> {
  const tokens = newTokens()
  const issuedAtSeconds = Math.floor(Date.now() / 1000)
  const issued: Buffer[] = []
  for (let number = 1; number <= count; number++) {
    const { token } = await tokens.issue({
      userId: number,
      roleId: 3,
      roleKey: 'editor',
      username: `user-${number}`,
      dataScope: '5',
      sessionId: number,
      nonce: 'abcdefghijklmnopqrstuv',
      issuedAtSeconds,
    })
    issued.push(Buffer.from(token))
  }
  return issued
}

/** The whole check, as it stands in front of a route: the carrier, the token, the revocations. */
async function createCheck(): Promise<Check> {
  const revocations = createRevocations()
  const check = createIdentityCheck({
    tokens: newTokens(),
    revocations: () => revocations,
    isStale: () => false,
  })
  const { app, request, reply } = await anyRequest()
  return (authorization) => {
    request.raw.headers.authorization = authorization
    let settled: { error?: Error | undefined } | undefined
    let onSettled = (): void => {}
    check.call(app, request, reply, (error) => {
      settled = { error }
      onSettled()
    })
    if (settled?.error) throw settled.error
    // Without a promise where the check needs none, as Fastify does it.
    if (settled) return undefined
    return new Promise<void>((resolve, reject) => {
      onSettled = () => (settled?.error ? reject(settled.error) : resolve())
    })
  }
}

async function anyRequest() {
  const app = fastify()
  const handled = new Promise<{ request: FastifyRequest; reply: FastifyReply }>((resolve) => {
    app.get('/api/v1/order/7', async (request, reply) => {
      resolve({ request, reply })
      return {}
    })
  })
  await app.inject({
    url: '/api/v1/order/7',
    headers: { authorization: 'Bearer x', accept: 'application/json' },
  })
  return { app, ...(await handled) }
}

function asHeader(token: Buffer): Buffer {
  return Buffer.concat([Buffer.from('Bearer '), token])
}

/** The nanoseconds of one check. Every text is read from bytes anew, as a request brings it: a text that is kept has its hash. */
async function timeOf(
  count: number,
  tokens: readonly Buffer[],
  check: Check,
  written: (token: Buffer) => Buffer = (token) => token,
): Promise<number> {
  const bytes = tokens.map(written)
  const texts = Array.from(
    { length: count },
    (_, number) => bytes[number % bytes.length]?.toString('latin1') ?? '',
  )
  const begin = performance.now()
  for (const text of texts) {
    const checked = check(text)
    if (checked instanceof Promise) await checked
  }
  return ((performance.now() - begin) * NANOSECONDS) / count
}
