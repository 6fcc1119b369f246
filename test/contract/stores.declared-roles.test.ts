import { expect, test } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import type { DeclaredRole } from '../../src/features/policy/policy-files/declared-role.ts'
import { readStoredRoles } from '../../src/features/policy/policy-files/declared-roles.ts'
import { planRoles } from '../../src/features/policy/policy-files/role-plan.ts'
import { onEveryDatabase } from './stores.ts'
import { addRole, addUser } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR, outcomeOf } from './stores-operators.ts'

const declaredRole = (roleKey: string, fields: Partial<DeclaredRole> = {}): DeclaredRole => ({
  roleKey,
  roleName: roleKey,
  dataScope: '5',
  deptIds: [],
  status: '2',
  remark: '',
  rules: [{ method: 'GET', path: `/${roleKey}/:id` }],
  ...fields,
})

onEveryDatabase((place) => {
  const planOf = async (declared: readonly DeclaredRole[], prune = true) =>
    planRoles(declared, await readStoredRoles(place.database), { prune })

  async function apply(declared: readonly DeclaredRole[], prune = true) {
    const seen = await planOf(declared, prune)
    return administrationOf(place.database).declaredRoleAdministration.apply(OPERATOR, declared, {
      prune,
      seen,
    })
  }

  test('roles and rules become what is declared, with audit log entries, and a second time nothing changes', async () => {
    const guests = await addRole(place.database, 'guests')
    await addUser(place.database, 'alice', { roleId: guests })
    const declared = [
      declaredRole('guests', { roleName: 'Gäste', rules: [] }),
      declaredRole('staff', {
        rules: Array.from({ length: 1200 }, (_, n) => ({ method: '*', path: `/${n}` })),
      }),
    ]
    const plan = await planOf(declared)
    expect(plan.roles).toMatchObject([
      { roleKey: 'guests', action: 'change', users: 1 },
      { roleKey: 'staff', action: 'create', users: 0 },
    ])
    await apply(declared)
    expect(await planOf(declared)).toEqual({ roles: [], unmanaged: [] })
    const { list } = await createAuditLogStore(place.database).page(
      READS_ALL,
      {},
      { pageIndex: 1, pageSize: 100 },
    )
    expect(list.map(({ action, target }) => `${action} ${target}`).toReversed()).toEqual([
      'role.update guests',
      'role.create staff',
      'policy.add staff',
      'policy.add staff',
      'policy.add staff',
    ])
  })

  test('a plan that is no longer true is refused, and so is the deletion of a role with users: nothing changes', async () => {
    const { policyAdministration, declaredRoleAdministration } = administrationOf(place.database)
    await apply([declaredRole('one'), declaredRole('two')])
    const declared = [declaredRole('one', { rules: [] })]
    const seen = await planOf(declared)
    await policyAdministration.add(OPERATOR, [{ roleKey: 'one', method: 'GET', path: '/other' }])
    const before = await readStoredRoles(place.database)
    const late = declaredRoleAdministration.apply(OPERATOR, declared, { prune: true, seen })
    expect(await outcomeOf(late)).toBe('changed-meanwhile')
    expect(await readStoredRoles(place.database)).toEqual(before)
    await addUser(place.database, 'bob', {
      roleId: before.roles.find(({ roleKey }) => roleKey === 'two')?.roleId ?? 0,
    })
    expect(await outcomeOf(apply(declared))).toBe('role-in-use')
    expect((await readStoredRoles(place.database)).rules).toEqual(before.rules)
    await apply(declared, false)
    expect(await planOf(declared, false)).toEqual({ roles: [], unmanaged: ['two'] })
  })

  test('of two operators who apply different files at the same time, the second is refused', async () => {
    const nodes = [place.database, await anotherNode(place)]
    const seen = (declared: readonly DeclaredRole[]) => planOf(declared)
    const files = [[declaredRole('one')], [declaredRole('two')]]
    const plans = await Promise.all(files.map(seen))
    const outcomes = await Promise.all(
      nodes.map((database, n) => {
        const { declaredRoleAdministration } = administrationOf(database)
        const plan = plans[n] ?? { roles: [], unmanaged: [] }
        return outcomeOf(
          declaredRoleAdministration.apply(OPERATOR, files[n] ?? [], { prune: true, seen: plan }),
        )
      }),
    )
    expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'done'])
    const { roles } = await readStoredRoles(place.database)
    expect(roles.map(({ roleKey }) => roleKey)).toEqual(['admin', outcomes[0] === 'done' ? 'one' : 'two'])
  })
})
