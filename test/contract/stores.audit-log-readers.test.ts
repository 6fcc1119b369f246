import { expect, test } from 'vitest'
import { appendToAuditLog, createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import type { AuditedChange } from '../../src/core/audit-log/audit-log-entry.ts'
import { type AuditLogReader, READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import { onlyUser, type UserScope } from '../../src/core/user/list/user-scope.ts'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT } from './stores-data.ts'
import { OPERATOR } from './stores-operators.ts'

const PAGE = { pageIndex: 1, pageSize: 200 }
const OPERATORS = [3, 4]
/** Each list of departments that an entry can have, among them one that is too long to be stored. */
const LISTS: readonly (readonly number[])[] = [
  [],
  [0],
  [1],
  [2],
  [11],
  [1, 2],
  [0, 1],
  [2, 1, 11],
  [1, 2, 3],
  Array.from({ length: 200 }, (_, i) => i + 1),
]

const ENTRIES = LISTS.flatMap((deptIds) =>
  OPERATORS.flatMap((operatorId) => [[], [5], [5, 6]].map((userIds) => ({ deptIds, operatorId, userIds }))),
)

const some = (departments: readonly number[]): UserScope => ({ kind: 'some', departments })

const READERS: Readonly<Record<string, AuditLogReader>> = {
  'all data': { scope: { kind: 'all' }, userId: 9 },
  nothing: { scope: { kind: 'none' }, userId: 3 },
  'one department': { scope: some([1]), userId: 9 },
  'a department whose number begins like another one': { scope: some([11]), userId: 9 },
  'two departments': { scope: some([1, 2]), userId: 9 },
  'more departments than an entry stores': { scope: some(LISTS.at(-1) ?? []), userId: 9 },
  'an unknown department': { scope: some([77]), userId: 9 },
  'one department, as an operator': { scope: some([1]), userId: 3 },
  'own data': { scope: onlyUser(5), userId: 5 },
  'own data, as an operator': { scope: onlyUser(4), userId: 4 },
}

/** The rule of docs/decisions/0065-administrators-of-a-branch.md, without a database. */
function sees({ scope, userId }: AuditLogReader, { deptIds, operatorId, userIds }: (typeof ENTRIES)[number]) {
  if (scope.kind === 'all') return true
  if (scope.kind === 'none') return false
  if (operatorId === userId) return true
  if (scope.userId !== undefined && userIds.length === 1 && userIds[0] === scope.userId) return true
  const isStored = deptIds.length > 0 && deptIds.length < 100
  return isStored && deptIds.every((id) => scope.departments.includes(id))
}

onEveryDatabase((place) => {
  test.each(Object.entries(READERS))(
    'entries of the audit log are found by departments, operator and user: %s',
    async (_, reader) => {
      for (const { operatorId, deptIds, userIds } of ENTRIES) {
        const change: AuditedChange = { action: 'user.disable', target: 'x', userIds, deptIds }
        const operator = { ...OPERATOR, userId: operatorId }
        await inTransaction(place.database, (transaction) =>
          appendToAuditLog(transaction, operator, [change], AT),
        )
      }
      const log = createAuditLogStore(place.database)
      const expected = ENTRIES.flatMap((entry, index) => (sees(reader, entry) ? [index + 1] : []))
      const { list, count } = await log.page(reader, {}, PAGE, 'oldest-first')
      expect([count, list.map(({ id }) => id)]).toEqual([expected.length, expected])
      const filtered = await log.page(reader, { operator: 'oper*', action: 'user.disable' }, PAGE)
      expect(filtered.list.map(({ id }) => id)).toEqual(expected.toReversed())
      const exported: number[] = []
      for await (const { id } of log.each(reader, {})) exported.push(id)
      expect(exported).toEqual(expected.toReversed())
      const found: number[] = []
      for (let id = 1; id <= ENTRIES.length; id++) if (await log.find(reader, id)) found.push(id)
      expect(found).toEqual(expected)
      expect(await verifyAuditLog({ auditLog: log })).toMatchObject({
        intact: true,
        verified: ENTRIES.length,
      })
      expect((await log.page(READS_ALL, {}, PAGE)).count).toBe(ENTRIES.length)
    },
  )
})
