import { createIdentityCheck } from '../../src/core/check/identity-check.ts'
import { createTokenReader } from '../../src/core/check/token-carriers.ts'
import { createRevocations } from '../../src/core/token/revocation.ts'
import { createTokens } from '../../src/core/token/token.ts'
import { keySetOfSecret } from '../../test/support/key-set.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { fastJwtVerifier, joseVerifier } from './peers/jwt.ts'
import { SECRET } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 100, quick: 40, smoke: 1 }
const CHECKS_PER_ROUND: ByEffort<{ warm: number; cold: number }> = {
  full: { warm: 1000, cold: 200 },
  quick: { warm: 1000, cold: 100 },
  smoke: { warm: 20, cold: 5 },
}
const USERS = 200
const ISSUER = 'castellan'
const NANOSECONDS = 1e6

/** Prepares a check of a token. Only the returned function is measured. */
type Check = (text: string) => () => unknown

/** Measures one identity check, of a token that is in the cache and of one that is not. */
export async function measureIdentity(effort: Effort): Promise<Result[]> {
  const { warm, cold } = CHECKS_PER_ROUND[effort]
  const jose = asCheck(await joseVerifier(SECRET, ISSUER))
  const fastJwt = asCheck(fastJwtVerifier(SECRET, ISSUER, USERS))
  const ofUsers = await issueTokens(USERS)
  const known = await createCheck()
  await timeOf(USERS, ofUsers.map(asHeader), known)
  await timeOf(USERS, ofUsers, fastJwt)

  const contenders = {
    castellan: () => timeOfKnown(warm, ofUsers.map(asHeader), known),
    jose: () => timeOf(cold, ofUsers, jose),
    fastJwt: () => timeOfKnown(warm, ofUsers, fastJwt),
  }
  // The first run lets V8 compile the code.
  await interleave(ROUNDS[effort], contenders)
  const warmCosts = await interleave(ROUNDS[effort], contenders)
  const coldCosts = await interleave(ROUNDS[effort], {
    // With an empty cache in every round, and each token once.
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
      target: ratioAtLeast(2),
    }),
    resultOf({
      id: 'identity-cold',
      unit: 'ns',
      value: figureOf(coldCosts.castellan),
      against: 'jose',
      ratio: ratioOf(coldCosts.castellan, coldCosts.jose),
      target: ratioAtMost(1.2),
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

/** Creates the identity check of a route: token carrier, token and revocations. */
async function createCheck(): Promise<Check> {
  const revocations = createRevocations()
  const check = createIdentityCheck({
    readToken: createTokenReader({ queryToken: true, assertSameSite: () => {} }),
    tokens: await newTokens(),
    revocations: () => revocations,
    isStale: () => false,
  })
  return (authorization) => {
    const headers = { host: 'localhost', accept: 'application/json', authorization }
    const rawHeaders = Object.entries(headers).flat()
    const call = { method: 'GET', url: '/api/v1/order/7', headers, rawHeaders, remoteAddress: '127.0.0.1' }
    return () => check(call)
  }
}

function asCheck(verify: (token: string) => unknown): Check {
  return (token) => () => verify(token)
}

function asHeader(token: Buffer): Buffer {
  return Buffer.concat([Buffer.from('Bearer '), token])
}

/** Returns the nanoseconds per check. */
async function timeOf(count: number, written: readonly Buffer[], check: Check): Promise<number> {
  const checks = freshTexts(count, written).map(check)
  const begin = performance.now()
  for (const run of checks) await run()
  return ((performance.now() - begin) * NANOSECONDS) / count
}

/** Returns the nanoseconds per check of cached tokens, which needs no promise. */
function timeOfKnown(count: number, written: readonly Buffer[], check: Check): number {
  const checks = freshTexts(count, written).map(check)
  const begin = performance.now()
  for (const run of checks) run()
  return ((performance.now() - begin) * NANOSECONDS) / count
}

/** Decodes each token again, as for a request: V8 caches the hash of a string that was looked up before. */
function freshTexts(count: number, written: readonly Buffer[]): string[] {
  return Array.from(
    { length: count },
    (_, number) => written[number % written.length]?.toString('latin1') ?? '',
  )
}
