import type { KyselyPlugin } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createSecondFactorStore } from '../../src/features/login/second-factor/second-factor.store.ts'
import { createSecondFactors } from '../../src/features/login/second-factor/second-factor.ts'
import { rotateSecondFactorKey } from '../../src/features/login/second-factor/second-factor-key.ts'
import {
  createSecretCipher,
  type SecretCipher,
} from '../../src/features/login/second-factor/secret-cipher.ts'
import type { Database, RootDatabase } from '../../src/platform/database/database.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const OLD_KEY = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const NEW_KEY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fD'
const OLD = createSecretCipher(OLD_KEY)
const NEW = createSecretCipher(NEW_KEY)
const BOTH = createSecretCipher(NEW_KEY, OLD_KEY)
const LOST = createSecretCipher(`${OLD_KEY} lost`)
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const HOUR_MS = 3_600_000

onEveryDatabase((place) => {
  const store = () => createSecondFactorStore(place.database)

  async function enable(userId: number, cipher: SecretCipher): Promise<string> {
    const secret = cipher.encrypt(userId, TOTP_SECRET)
    expect(await store().begin(userId, secret, AT)).toBe(true)
    expect(await store().confirm(userId, secret, 100, AT + 1)).toBe(true)
    return secret
  }

  const secretOf = async (userId: number) => (await store().find(userId))?.secret ?? ''

  function rotate(
    cipher = BOTH,
    onProgress: (done: number, total: number) => void = () => {},
    database: RootDatabase = place.database,
  ) {
    const { operations } = administrationOf(database, () => AT + HOUR_MS)
    return rotateSecondFactorKey(operations, OPERATOR, { cipher, onProgress })
  }

  const auditEntries = () =>
    place.database.selectFrom('audit_log').select(['action', 'target', 'before', 'after']).execute()

  test('all secrets are encrypted with the new key, in batches, with one audit log entry', async () => {
    for (let userId = 1; userId <= 401; userId++) await enable(userId, OLD)
    const before = await place.database.selectFrom('second_factors').selectAll().orderBy('id').execute()
    const progress: string[] = []
    const rotated = await rotate(BOTH, (done, total) => progress.push(`${done} of ${total}`))
    expect(rotated).toEqual({ key: NEW.fingerprint, encrypted: 401, left: 0, unreadable: [] })
    expect(progress).toEqual(['200 of 401', '400 of 401', '401 of 401'])
    const after = await place.database.selectFrom('second_factors').selectAll().orderBy('id').execute()
    for (const { id, secret } of after) expect(NEW.decrypt(id, secret)).toBe(TOTP_SECRET)
    const withoutSecrets = (rows: typeof after) => rows.map((row) => ({ ...row, secret: '' }))
    expect(withoutSecrets(after)).toEqual(withoutSecrets(before))
    const entries = await auditEntries()
    expect(entries).toEqual([
      {
        action: 'user.second-factor-key',
        target: 'second factors',
        before: JSON.stringify({ key: OLD.fingerprint }),
        after: JSON.stringify({ key: NEW.fingerprint }),
      },
    ])

    expect(await rotate()).toEqual({ key: NEW.fingerprint, encrypted: 0, left: 0, unreadable: [] })
    expect(await auditEntries(), 'a run that changes nothing is not noted').toEqual(entries)
  })

  test('a secret that neither key decrypts is reported and not changed', async () => {
    const [anna, otto] = [await addUser(place.database, 'anna'), await addUser(place.database, 'otto')]
    const lost = await enable(anna, LOST)
    await enable(otto, OLD)
    await enable(otto + 1, OLD)
    await place.database
      .updateTable('second_factors')
      .set({ secret: 'x' })
      .where('id', '=', otto + 1)
      .execute()
    const unreadable = ['anna', `#${otto + 1}`]
    expect(await rotate()).toMatchObject({ encrypted: 1, left: 2, unreadable })
    expect([await secretOf(anna), await secretOf(otto + 1)]).toEqual([lost, 'x'])
    expect(NEW.decrypt(otto, await secretOf(otto))).toBe(TOTP_SECRET)
    expect(await rotate(), 'again').toMatchObject({ encrypted: 0, left: 2, unreadable })
    expect(await auditEntries()).toHaveLength(1)
  })

  test('a run without the old key changes nothing', async () => {
    const secret = await enable(7, OLD)
    expect(await rotate(NEW)).toMatchObject({ encrypted: 0, left: 1, unreadable: ['#7'] })
    expect(await secretOf(7)).toBe(secret)
    expect(await auditEntries()).toEqual([])
  })

  test('an open enrolment is encrypted too, and one that has expired is deleted', async () => {
    const now = AT + HOUR_MS
    await store().begin(1, OLD.encrypt(1, TOTP_SECRET), now - 60_000)
    await store().begin(2, LOST.encrypt(2, TOTP_SECRET), AT)
    expect(await rotate()).toMatchObject({ encrypted: 1, left: 0, unreadable: [] })
    expect(NEW.decrypt(1, await secretOf(1))).toBe(TOTP_SECRET)
    expect(await store().find(1)).toMatchObject({ confirmedAt: 0 })
    expect(await store().find(2)).toBeUndefined()
  })

  test('an interrupted run is continued by the next one', async () => {
    for (let userId = 1; userId <= 201; userId++) await enable(userId, OLD)
    const interrupted = rotate(BOTH, () => {
      throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(await store().countOfOtherKeys(NEW.prefix)).toBe(1)
    expect(await auditEntries()).toHaveLength(1)
    expect(await rotate()).toMatchObject({ encrypted: 1, left: 0 })
  })

  test('a secret that was replaced since it was read is not overwritten', async () => {
    const secret = await enable(7, OLD)
    await store().remove(7)
    expect(await store().replaceSecret(7, secret, 'new')).toBe(false)
    const other = await enable(7, NEW)
    expect(await store().replaceSecret(7, secret, 'new')).toBe(false)
    expect(await secretOf(7)).toBe(other)
  })

  test('concurrent runs on two nodes encrypt every secret once', async () => {
    for (let userId = 1; userId <= 50; userId++) await enable(userId, OLD)
    const other = await anotherNode(place)
    const runs = await Promise.all([rotate(), rotate(BOTH, () => {}, other)])
    expect(runs.reduce((sum, { encrypted }) => sum + encrypted, 0)).toBe(50)
    expect(await auditEntries()).toHaveLength(1)
  })

  /** The database of a login during which the key is rotated, after the secret was read. */
  async function rotatedAfterFirstRead(): Promise<Database> {
    const other = await anotherNode(place)
    let isRotated = false
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isRotated) {
          isRotated = true
          expect(await rotate(BOTH, () => {}, other)).toMatchObject({ encrypted: 1 })
        }
        return result
      },
    }
    return place.database.withPlugin(plugin)
  }

  test('a code is accepted if its secret is encrypted again while it is checked, and once', async () => {
    await enable(7, OLD)
    const now = AT + HOUR_MS
    const secondFactors = createSecondFactors({
      database: await rotatedAfterFirstRead(),
      encryptionKey: { existing: () => BOTH, forNewSecret: async () => BOTH },
      requiredRoles: [],
      issuer: 'test',
      now: () => now,
    })
    const code = TOTP.generate({ secret: Secret.fromBase32(TOTP_SECRET), timestamp: now })
    expect(await secondFactors.consumeCode(7, code)).toBe(true)
    expect(NEW.decrypt(7, await secretOf(7))).toBe(TOTP_SECRET)
    expect(await secondFactors.consumeCode(7, code)).toBe(false)
  })
})
