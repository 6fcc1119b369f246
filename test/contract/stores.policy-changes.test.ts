import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createPolicy } from '../../src/core/permission/policy.ts'
import { createPolicyIndex, type PolicyIndex } from '../../src/core/permission/policy-index.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import { readStoredRoles } from '../../src/features/policy/policy-files/declared-roles.ts'
import { planRoles } from '../../src/features/policy/policy-files/role-plan.ts'
import {
  analysePolicy,
  createPolicyAnalysisCache,
} from '../../src/features/policy/reports/policy-analysis.ts'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import { createChangeFeed } from '../../src/platform/cluster/change-feed/change-feed.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { type Database, openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import type { Administration } from '../../src/service/administration.ts'
import { scaled } from '../support/scale.ts'
import { GENEROUS_LIMITS, onEveryDatabase, type Place } from './stores.ts'
import { addRole } from './stores-data.ts'
import { administrationOf, OPERATOR, outcomeOf } from './stores-operators.ts'

const ROLES = ['a', 'b', 'constructor']
const OTHER_KEYS = ['c', 'd']
/** Equivalent patterns, patterns that cover others, and all that is special at the end of a path. */
const PATHS = [
  '/',
  '/*',
  '/x',
  '/x/',
  '/x/*',
  '/x/:id',
  '/x/:name',
  '/x/y',
  '/x/:id/z',
  '/x/:n/z',
  '/y/:id/z',
]
const METHODS = ['GET', '*']
const CALLS = ['/', '/x', '/x/', '/x/y', '/x/7', '/x/7/z', '/y/7/z', '/y/7']
/** Such rules exist only in a database that was edited by hand. */
const INVALID_PATH = '/x*'

const roleKey = fc.constantFrom(...ROLES, ...OTHER_KEYS)
const rule = fc.record({
  roleKey: fc.constantFrom(...ROLES),
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom(...METHODS),
})
const rules = fc.array(rule, { minLength: 1, maxLength: 5 })
const position = fc.nat({ max: 100 })

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('add' as const), rules }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), positions: fc.array(position) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add role' as const), roleKey }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete role' as const), roleKey }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      roleKey,
      to: fc.constantFrom(...OTHER_KEYS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change role' as const),
      roleKey,
      status: fc.constantFrom('1' as const, '2' as const),
      dataScope: fc.constantFrom('1', '5'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('declare' as const), rules, prune: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), roleKey }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove covered' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge roles' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete old changes' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit by hand' as const), rule }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unknown step' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Whether the other node applies the change now, or together with later ones. */
const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 25, size: 'max' })

/** More than one change can carry. */
const LARGE_IMPORT = 600

async function openNode({ url }: Place) {
  const { database, close } = await openDatabase(url, { migrate: false, limits: GENEROUS_LIMITS })
  const policyStore = createPolicyStore(database)
  const changes = createChangeStore(database)
  let loads = 0
  const policy = createPolicy({
    store: {
      snapshot: () => {
        loads++
        return policyStore.snapshot()
      },
    },
    changes,
    onProblem: () => {},
  })
  const feed = createChangeFeed({
    database,
    updates: {
      policy: policy.update,
      department: async () => {},
      role: async () => {},
      revocation: async () => {},
    },
    now: Date.now,
    // Each test decides when a node applies changes.
    pollMilliseconds: 1e8,
    onProblem: () => {},
  })
  onTestFinished(async () => {
    await feed.close()
    await close()
  })
  await feed.start()
  return {
    database,
    feed,
    index: () => policy.current(),
    loads: () => loads,
    analyse: createPolicyAnalysisCache(policyStore, changes),
    administration: administrationOf(database, Date.now, feed),
  }
}

type Node = Awaited<ReturnType<typeof openNode>>

/** Returns everything that can be observed of an index. */
function contentOf(index: PolicyIndex): object {
  const decisions = [...ROLES, ...OTHER_KEYS].flatMap((role) =>
    CALLS.flatMap((path) =>
      ['GET', 'PUT'].map((method) => [
        `${role} ${method} ${path}`,
        index.allows(role, path, method),
        index.explain(role, path, method),
        index.nearest(role, path, method),
      ]),
    ),
  )
  return { size: index.size, ignored: index.ignored, decisions }
}

async function expectLoaded(node: Node): Promise<void> {
  const stored = await createPolicyStore(node.database).all()
  expect(contentOf(node.index())).toEqual(contentOf(createPolicyIndex(stored)))
  expect(node.feed.version).toBe(await createChangeStore(node.database).latestVersion())
  const fresh = analysePolicy(createPolicyStore(node.database))
  const cached = await node.analyse()
  expect(await cached.rules()).toEqual(await fresh.rules())
  expect(await cached.coveredRules()).toEqual(await fresh.coveredRules())
  expect(await cached.rightsByRole()).toEqual(await fresh.rightsByRole())
}

async function idOf(database: Database, key: string): Promise<number> {
  const { roles } = await readStoredRoles(database)
  return roles.find((role) => role.roleKey === key)?.roleId ?? 0
}

async function make(database: RootDatabase, administration: Administration, next: Step): Promise<unknown> {
  const { policyAdministration, roleAdministration, declaredRoleAdministration, cleanUp } = administration
  switch (next.kind) {
    case 'add': {
      const { roles } = await readStoredRoles(database)
      const known = next.rules.filter((one) => roles.some((role) => role.roleKey === one.roleKey))
      return policyAdministration.add(OPERATOR, known)
    }
    case 'remove': {
      const stored = await createPolicyStore(database).all()
      const chosen = next.positions.flatMap((at) => stored[at % Math.max(1, stored.length)] ?? [])
      return policyAdministration.remove(OPERATOR, chosen)
    }
    case 'add role':
      return roleAdministration.add(OPERATOR, { roleKey: next.roleKey, roleName: next.roleKey })
    case 'delete role':
      return roleAdministration.remove(OPERATOR, [await idOf(database, next.roleKey)])
    case 'rename':
      return roleAdministration.change(OPERATOR, await idOf(database, next.roleKey), { roleKey: next.to })
    case 'change role': {
      const { status, dataScope } = next
      return roleAdministration.change(OPERATOR, await idOf(database, next.roleKey), { status, dataScope })
    }
    case 'declare': {
      const { prune } = next
      const declared = ROLES.map((key) => ({
        roleKey: key,
        roleName: key,
        dataScope: '1' as const,
        deptIds: [],
        status: '2' as const,
        remark: '',
        rules: next.rules.filter((one) => one.roleKey === key),
      })).filter((role) => role.rules.length > 0)
      const seen = planRoles(declared, await readStoredRoles(database), { prune })
      return declaredRoleAdministration.apply(OPERATOR, declared, { prune, seen })
    }
    case 'import': {
      const many = Array.from({ length: LARGE_IMPORT }, (_, n) => ({
        roleKey: next.roleKey,
        path: `/many/${n}`,
        method: 'GET',
      }))
      return policyAdministration.add(OPERATOR, many)
    }
    case 'remove covered':
      return cleanUp.removeCoveredRules(OPERATOR, 'all')
    case 'merge roles':
      return cleanUp.mergeRoles(OPERATOR, 'all')
    case 'delete old changes':
      return createChangeStore(database).deleteExpired(Number.MAX_SAFE_INTEGER)
    case 'edit by hand': {
      const invalid = { ...next.rule, path: INVALID_PATH }
      await createPolicyStore(database).insert([next.rule, invalid])
      // Comes into force with the next change of the policy.
      const added = { roleKey: 'hand', path: `/${randomUUID()}`, method: 'GET' }
      await addRole(database, 'hand').catch(() => {})
      return policyAdministration.add(OPERATOR, [added])
    }
    case 'unknown step':
      return createChangeWriter(database, Date.now).write(
        [{ kind: 'policy', steps: [['forbid', 'a', 'GET', '/x']] }],
        (transaction) => createPolicyStore(transaction).removeByRole('a'),
      )
  }
}

async function reset({ database }: Place): Promise<void> {
  await createChangeWriter(database, Date.now).write([{ kind: 'policy' }], async (transaction) => {
    await transaction.deleteFrom('policy_rules').execute()
    await transaction.deleteFrom('roles').where('role_key', '!=', 'admin').execute()
  })
  for (const key of ROLES) await addRole(database, key)
}

onEveryDatabase((place) => {
  const runs = place.dialect === 'sqlite' ? scaled(8, 25) : scaled(4, 8)

  test('after any changes, the policy on every node is the stored one', async () => {
    const writer = await openNode(place)
    const other = await openNode(place)
    const counts = { changes: 0, loads: 0 }
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        await reset(place)
        await writer.feed.catchUp()
        for (const [next, appliesNow] of plan) {
          const loads = writer.loads()
          const before = writer.feed.version
          const index = writer.index()
          const content = contentOf(index)
          await outcomeOf(make(writer.database, writer.administration, next))
          await writer.feed.catchUp()
          counts.loads += writer.loads() - loads
          counts.changes += writer.feed.version - before
          await expectLoaded(writer)
          // A request that still uses the earlier index sees nothing of the change.
          expect(contentOf(index)).toEqual(content)
          if (!appliesNow) continue
          await other.feed.catchUp()
          await expectLoaded(other)
        }
        await other.feed.catchUp()
        await expectLoaded(other)
      }),
      { numRuns: runs, seed: 11 },
    )
    // Most changes are applied, not loaded; otherwise the property would compare a load with a load.
    expect(counts.loads).toBeGreaterThan(0)
    expect(counts.loads).toBeLessThan(counts.changes / 2)
  })

  test('a change of rules and roles is applied without reading the rules', async () => {
    for (const key of ['a', 'b']) await addRole(place.database, key)
    const [writer, other] = [await openNode(place), await openNode(place)]
    const { policyAdministration, roleAdministration } = writer.administration
    const ofA: PolicyRule = { roleKey: 'a', path: '/x/:id', method: 'GET' }
    const changes = [
      () => policyAdministration.add(OPERATOR, [ofA, { ...ofA, roleKey: 'b' }, { ...ofA, path: '/x/:name' }]),
      () => policyAdministration.remove(OPERATOR, [ofA]),
      () => policyAdministration.change(OPERATOR, { add: [ofA], remove: [{ ...ofA, path: '/x/:name' }] }),
      async () => roleAdministration.change(OPERATOR, await idOf(place.database, 'a'), { roleKey: 'c' }),
      async () => roleAdministration.remove(OPERATOR, [await idOf(place.database, 'b')]),
    ]
    for (const change of changes) {
      await change()
      await other.feed.catchUp()
      for (const node of [writer, other]) await expectLoaded(node)
    }
    expect(other.index().explain('c', '/x/7', 'GET')).toEqual({ ...ofA, roleKey: 'c' })
    expect([writer.loads(), other.loads()]).toEqual([1, 1])
  })

  test('a change that is too large to carry is loaded, and the next one is applied again', async () => {
    await addRole(place.database, 'a')
    const node = await openNode(place)
    const paths = Array.from({ length: LARGE_IMPORT }, (_, n) => `/many/${n}`)
    const { policyAdministration } = node.administration
    await policyAdministration.add(
      OPERATOR,
      paths.map((path) => ({ roleKey: 'a', path, method: 'GET' })),
    )
    expect([node.index().size, node.loads()]).toEqual([LARGE_IMPORT, 2])
    const rows = await node.database.selectFrom('changes').select('payload').execute()
    expect(rows).toEqual([{ payload: '' }])
    await policyAdministration.add(OPERATOR, [{ roleKey: 'a', path: '/one', method: 'GET' }])
    expect([node.index().size, node.loads()]).toEqual([LARGE_IMPORT + 1, 2])
    await expectLoaded(node)
  })
})
