import fc from 'fast-check'
import type { Operator } from '../../src/administration/operator.ts'
import { createSessionStore } from '../../src/session/session.store.ts'
import { allRows, type House, MACHINE, NOBODY_KNOWS } from './house.ts'
import { grant } from './requests.ts'

/** Roles, their rules and who holds them, as an admin has set it up. */
export const residents = fc.record({
  admins: fc.integer({ min: 1, max: 2 }),
  deputyScope: fc.constantFrom('1', '4'),
  roles: fc.array(
    fc.record({
      dataScope: fc.constantFrom('1', '1', '2', '3', '4', '5'),
      grants: fc.array(grant, { minLength: 1, maxLength: 5 }),
      holders: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** Rules that stand in the table for keys that no role has, such as hand-made rows leave them. */
  orphans: fc.array(fc.record({ roleKey: fc.constantFrom('k4', 'k5'), grant }), { maxLength: 2 }),
})

export type Residents = typeof residents extends fc.Arbitrary<infer T> ? T : never

/** One that has something to hand out. */
const deputy = {
  grants: [
    { path: '/a/*', method: '*' },
    { path: '/:x', method: 'GET' },
  ],
  holders: 2,
}

export async function moveIn(house: House, residence: Residents): Promise<void> {
  const { database, administration } = house
  const { userImport, roleAdministration, policyAdministration } = administration
  const user = (username: string, roleKey: string) => ({ username, roleKey, passwordHash: NOBODY_KNOWS })
  const admins = Array.from({ length: residence.admins }, (_, n) => user(`admin ${n}`, 'admin'))
  await userImport.add(MACHINE, admins)
  const roles = [{ ...deputy, dataScope: residence.deputyScope }, ...residence.roles]
  for (const [i, { dataScope, grants, holders }] of roles.entries()) {
    const roleKey = `k${i}`
    const rules = grants.map((one) => ({ roleKey, ...one }))
    const users = Array.from({ length: holders }, (_, n) => user(`holder ${n} of ${roleKey}`, roleKey))
    await roleAdministration.add(MACHINE, { roleKey, roleName: roleKey, dataScope })
    await policyAdministration.add(MACHINE, rules)
    await userImport.add(MACHINE, users)
  }
  for (const { roleKey, grant: one } of residence.orphans) {
    const insert = database.insertInto('policy_rules').values({ role_key: roleKey, ...one })
    await insert.onConflict((on) => on.doNothing()).execute()
  }
}

/** What a token of the user says from then on, whatever becomes of the user. Nobody, where they may not log in. */
export async function login({ database }: Pick<House, 'database'>, n: number): Promise<Operator[]> {
  const { users, roles } = await allRows(database)
  const user = users[n % users.length]
  const role = roles.find(({ id }) => id === user?.role_id)
  if (user?.status !== '2' || role?.status !== '2') return []
  const client = { nonce: 'x', ipaddr: '', browser: '', os: '', platform: '' }
  const times = { issuedAt: Date.now(), expiresAt: Date.now() + 3_600_000 }
  const { id: userId, role_id: roleId, username } = user
  const sessionId = await createSessionStore(database).insert({ userId, roleId, ...client, ...times })
  return [{ userId, username, roleId, sessionId, source: 'http', ipaddr: '', requestId: '' }]
}

/** Everybody logs in. */
export async function loginAll(house: House): Promise<Operator[]> {
  const operators: Operator[] = []
  const { users } = await allRows(house.database)
  for (const n of users.keys()) operators.push(...(await login(house, n)))
  return operators
}
