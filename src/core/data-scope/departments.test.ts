import { expect, test } from 'vitest'
import { createDepartments } from './departments.ts'

test('a full load reads the departments of known users again, and forgets none of them meanwhile', async () => {
  const stored = new Map([
    [1, 7],
    [2, 0],
    [3, 8],
  ])
  const duringLoad: (number | undefined)[] = []
  const departments = createDepartments({
    store: {
      async snapshot() {
        duringLoad.push(departments.ofUser(1))
        return { departments: [], roles: new Map(), version: 1 }
      },
      ofUser: async (userId) => stored.get(userId),
      async ofUsers(userIds) {
        duringLoad.push(departments.ofUser(1))
        return new Map([...stored].filter(([userId]) => userIds.includes(userId)))
      },
    },
    changes: { listCarried: async () => undefined },
    onProblem: () => {},
    onReadFailed: () => {},
  })
  for (const userId of stored.keys()) await departments.readUser(userId)
  stored.set(1, 9)
  stored.delete(3)
  await departments.update()
  expect(duringLoad).toEqual([7, 7])
  expect([1, 2, 3].map(departments.ofUser)).toEqual([9, 0, undefined])
})
