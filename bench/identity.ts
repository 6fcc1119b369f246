import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createIdentityCheck } from '../src/http/identity-check.ts'
import { createTokenReader } from '../src/http/token-carriers.ts'
import { createRevocations } from '../src/token/revocation.ts'
import { createTokens } from '../src/token/token.ts'
import { keySetOfSecret } from '../test/support/key-set.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { fastJwtVerifier, joseVerifier } from './peers/jwt.ts'
import { SECRET } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 100, quick: 40, smoke: 1 }
const CHECKS_A_TURN: ByEffort<{ warm: number; cold: number }> = {
  full: { warm: 1000, cold: 200 },
  quick: { warm: 1000, cold: 100 },
  smoke: { warm: 20, cold: 5 },
}
/** Of so many users, by turns. */
const USERS = 200
const ISSUER = 'castellan'
const NANOSECONDS = 1e6

/** Whoever answers with a promise is waited for. */
type Check = (text: string) => unknown

/** One identity check: of a token that has been seen before, and of one that has not. */
export async function measureIdentity(effort: Effort): Promise<Result[]> {
  const { warm, cold } = CHECKS_A_TURN[effort]
  const jose = await joseVerifier(SECRET, ISSUER)
  const fastJwt = fastJwtVerifier(SECRET, ISSUER, USERS)
  const ofUsers = await issueTokens(USERS)
  const known = await createCheck()
  await timeOf(USERS, ofUsers.map(asHeader), known)
  await timeOf(USERS, ofUsers, fastJwt)

  const contenders = {
    castellan: () => timeOfKnown(warm, ofUsers.map(asHeader), known),
    jose: () => timeOf(cold, ofUsers, jose),
    fastJwt: () => timeOfKnown(warm, ofUsers, fastJwt),
  }
  // The compiler takes its time with the fast ones.
  await interleave(ROUNDS[effort], contenders)
  const warmCosts = await interleave(ROUNDS[effort], contenders)
  const coldCosts = await interleave(ROUNDS[effort], {
    // With an empty cache for every turn, and each token once.
    castellan: async () => timeOf(cold, (await issueTokens(cold)).map(asHeader), await createCheck()),
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

const LIFETIME_SECONDS = 86_400

async function newTokens() {
  const keys = await keySetOfSecret(SECRET, LIFETIME_SECONDS)
  return createTokens({
    keys: () => keys,
    issuer: ISSUER,
    lifetimeSeconds: LIFETIME_SECONDS,
    cacheSize: 100_000,
    now: Date.now,
  })
}

/** Each in a text as it is written once into a request. */
async function issueTokens(count: number): Promise<Buffer[]> {
  const tokens = await newTokens()
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
    readToken: createTokenReader({ queryToken: true, refuseCrossSite: () => {} }),
    tokens: await newTokens(),
    revocations: () => revocations,
    isStale: () => false,
    now: Date.now,
  })
  const { request, reply } = await anyRequest()
  return (authorization) => {
    request.raw.headers.authorization = authorization
    return check(request, reply)
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
  return handled
}

function asHeader(token: Buffer): Buffer {
  return Buffer.concat([Buffer.from('Bearer '), token])
}

/** The nanoseconds of one check, each awaited. */
async function timeOf(count: number, written: readonly Buffer[], check: Check): Promise<number> {
  const texts = freshTexts(count, written)
  const begin = performance.now()
  for (const text of texts) await check(text)
  return ((performance.now() - begin) * NANOSECONDS) / count
}

/** The same where every token is known, and nobody needs a promise. */
function timeOfKnown(count: number, written: readonly Buffer[], check: Check): number {
  const texts = freshTexts(count, written)
  const begin = performance.now()
  for (const text of texts) check(text)
  return ((performance.now() - begin) * NANOSECONDS) / count
}

/** Read from bytes anew, as each request brings them: a text that was asked about before has its hash. */
function freshTexts(count: number, written: readonly Buffer[]): string[] {
  return Array.from(
    { length: count },
    (_, number) => written[number % written.length]?.toString('latin1') ?? '',
  )
}
