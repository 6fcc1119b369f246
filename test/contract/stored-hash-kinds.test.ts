import { expect, onTestFinished, test } from 'vitest'
import { createUserStore } from '../../src/accounts/user/user.store.ts'
import { createPasswordHashes } from '../../src/authentication/password/password-hash.ts'
import { createStoredHashStore } from '../../src/authentication/password/stored-hash.store.ts'
import {
  createStoredHashKinds,
  type StoredHashKinds,
} from '../../src/authentication/password/stored-hash-kinds.ts'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, type Place } from './stores.ts'

const hashes = createPasswordHashes({ concurrency: 2, maxWaiting: 100 })
const decoy = (cost: string): string => `$2b$${cost}$${'.'.repeat(53)}`
const bcrypt = (cost: string): string => `$2y$${cost}$${'e'.repeat(53)}`
let number = 0

onEveryDatabase((place) => {
  test('current hashes are not listed as another kind', async () => {
    await add(place, [await hashes.hash('x'), 'no hash'])
    const outdated = await looked(place)
    expect(outdated.decoys()).toEqual([])
  })

  test('lists the stored kinds, the most common first, and at most three', async () => {
    const costs = ['04', '05', '05', '06', '07', '07', '07', '06', '06', '06']
    await add(place, [...costs.map(bcrypt), await hashes.hash('x')])
    const outdated = await looked(place)
    expect(outdated.decoys()).toEqual(['06', '07', '05'].map(decoy))
  })

  test('finds users that are imported later, and lists nothing when all hashes are current', async () => {
    const outdated = await looked(place)
    await add(place, [bcrypt('08')])
    await eventually(() => expect(outdated.decoys()).toEqual([decoy('08')]))
    await place.database.deleteFrom('users').execute()
    expect((await looked(place)).decoys()).toEqual([])
  })

  test('reads more users than fit into one batch', async () => {
    const today = await hashes.hash('x')
    await add(place, [...Array.from({ length: 1500 }, () => today), bcrypt('09')])
    expect((await looked(place)).decoys()).toEqual([decoy('09')])
  })

  test('a kind noticed at a login counts once', async () => {
    const outdated = await looked(place)
    for (let i = 0; i < 5; i++) outdated.notice(bcrypt('04'))
    outdated.notice(await hashes.hash('x'))
    outdated.notice('no hash')
    expect(outdated.decoys()).toEqual([decoy('04')])
  })
})

test('an outage is reported once, and the known kinds stay', async () => {
  const problems: unknown[] = []
  let asked = 0
  const outdated = createStoredHashKinds({
    store: {
      async page(afterId) {
        asked++
        if (asked > 2) throw new Error('gone')
        return afterId === 0 ? [{ id: 1, username: 'anna', hash: bcrypt('04') }] : []
      },
    },
    onProblem: (error) => problems.push(error),
    intervalMs: 5,
  })
  onTestFinished(outdated.close)
  await eventually(() => expect(asked).toBeGreaterThan(5))
  expect(problems).toHaveLength(1)
  expect(outdated.decoys()).toEqual([decoy('04')])
})

async function add({ database }: Place, stored: readonly string[]): Promise<void> {
  const role = await database.selectFrom('roles').select('id').executeTakeFirstOrThrow()
  const users = stored.map((passwordHash) => ({
    username: `user-${number++}`,
    passwordHash,
    roleId: role.id,
    status: '2' as const,
  }))
  for (let from = 0; from < users.length; from += 500) {
    await createUserStore(database).insertMany(users.slice(from, from + 500), 0)
  }
}

/** After its first look is over. */
async function looked({ database }: Place): Promise<StoredHashKinds> {
  const store = createStoredHashStore(database)
  let empty = 0
  const outdated = createStoredHashKinds({
    store: {
      async page(...asked) {
        const page = await store.page(...asked)
        if (page.length === 0) empty++
        return page
      },
    },
    onProblem: (error) => expect.unreachable(String(error)),
    intervalMs: 20,
  })
  onTestFinished(outdated.close)
  await eventually(() => expect(empty).toBeGreaterThan(0))
  return outdated
}
