import { generateKeyPairSync } from 'node:crypto'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createTokenKey } from '../token-key.ts'
import { jwksRoute } from './jwks.ts'
import { keySetOf } from './key-schedule.ts'

test('returns the current public keys without the envelope', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const tokenKey = await createTokenKey('k1', 'EdDSA', privateKey)
  let keys = keySetOf([], undefined)
  const app = fastify()
  app.get(
    '/',
    jwksRoute(() => keys),
  )
  expect((await app.inject('/')).json()).toEqual({ keys: [] })
  keys = keySetOf([{ key: { tokenKey }, state: 'next', acceptedUntil: undefined }], keys)
  expect((await app.inject('/')).json()).toEqual({ keys: [tokenKey.publicJwk] })
  await app.close()
})
