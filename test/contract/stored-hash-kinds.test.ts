import { expect, test } from 'vitest'
import { DECOY_HASH, decoyOf, hashPassword } from '../../src/core/password/hash-function.ts'
import { createStoredHashStore } from '../../src/core/password/stored-hash.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { onEveryDatabase, type Place } from './stores.ts'

const bcrypt = (cost: string, variant = 'y'): string => `$2${variant}$${cost}$${'e'.repeat(53)}`
const argon2 = (memory: number, filler = 'A'): string =>
  `$argon2id$v=19$m=${memory},t=1,p=1$c2VlIHRoZSBjb21tZW50$${filler.repeat(43)}`
let number = 0

onEveryDatabase((place) => {
  const kinds = () => createStoredHashStore(place.database).outdatedKinds()

  test('current hashes, hashes above the limit and other texts are not outdated kinds', async () => {
    await add(place, [
      await hashPassword('x'),
      bcrypt('14'),
      argon2(400_000),
      'no hash',
      '',
      '$2b$xx',
      '$2b$0',
    ])
    await add(place, ['$argon2id$v=19$', '$argon2id$v=19$$', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA', '~'])
    expect(await kinds()).toEqual(new Map())
  })

  test('the kinds are those of a full count, after any changes of users', async () => {
    const current = await hashPassword('x')
    const texts = [
      current,
      ...['a', 'b', 'y'].flatMap((variant) => ['04', '05', '13'].map((cost) => bcrypt(cost, variant))),
      bcrypt('14'),
      argon2(64),
      argon2(64, 'E'),
      argon2(640),
      argon2(400_000),
      'no hash',
      '',
    ]
    const users = createUserStore(place.database)
    await add(place, [...texts, ...texts, ...Array.from({ length: 30 }, () => random(texts))])
    for (let round = 0; round < 60; round++) {
      const all = await place.database.selectFrom('users').select(['id', 'password_hash as hash']).execute()
      const { id, hash } = random(all)
      const change = random([
        () => add(place, [random(texts)]),
        () => users.change(id, { passwordHash: random(texts) }, 0),
        () => users.replaceHash(id, hash, current),
        () => users.remove(id),
      ])
      await change()
      expect(await kinds()).toEqual(await fullCount(place))
    }
  })
})

async function fullCount({ database }: Place): Promise<ReadonlyMap<string, number>> {
  const rows = await database.selectFrom('users').select('password_hash').execute()
  const counts = new Map<string, number>()
  for (const { password_hash } of rows) {
    const decoy = decoyOf(password_hash) ?? DECOY_HASH
    if (decoy !== DECOY_HASH) counts.set(decoy, (counts.get(decoy) ?? 0) + 1)
  }
  return counts
}

async function add({ database }: Place, stored: readonly string[]): Promise<void> {
  const role = await database.selectFrom('roles').select('id').executeTakeFirstOrThrow()
  const users = stored.map((passwordHash) => ({
    username: `user-${number++}`,
    passwordHash,
    roleId: role.id,
    status: '2' as const,
  }))
  await createUserStore(database).insertMany(users, 0)
}

function random<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
