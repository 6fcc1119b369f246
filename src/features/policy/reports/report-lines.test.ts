import { expect, test } from 'vitest'
import { readReport } from './report-lines.ts'
import type { Reports, RoleWithUsers } from './reports.ts'

const role = (roleId: number): RoleWithUsers => ({
  roleId,
  roleKey: `role${roleId}`,
  roleName: '',
  dataScope: '1',
  deptIds: [],
  status: '2',
  remark: '',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  users: 0,
})

test.each([
  [0, []],
  [1, [[2]]],
  [2, [[2, 3]]],
  [3, [[2, 3], [5]]],
  [9, [[2, 3], [5]]],
])('at most %i roles with the same rights are printed and in the result', async (limit, expected) => {
  const sameRights = async () => [
    { keep: role(1), remove: [role(2), role(3)] },
    { keep: role(4), remove: [role(5)] },
  ]
  const unused = () => Promise.reject(new Error('another report'))
  const reports: Reports = {
    sameRights,
    unusedRules: unused,
    coveredRules: unused,
    unusedRoles: unused,
    idleUsers: unused,
    detailsOf: unused,
    emptyScopes: unused,
    withNames: unused,
  }
  const { count, result, lines } = await readReport(reports, 'same-rights', { days: 90, limit })
  expect(count).toBe(3)
  expect(result).toMatchObject({
    count: 3,
    list: expected.map((ids) => ({ remove: ids.map((roleId) => ({ roleId })) })),
  })
  expect(lines).toHaveLength(expected.flat().length + 1)
})
