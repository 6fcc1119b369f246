import { describe, expect, test } from 'vitest'
import type { Identity } from '../../platform/http/call/identity.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { createDataScopes } from './data-scope.ts'
import { createDepartmentIndex } from './department-index.ts'
import { createScopeOf } from './scope-of.ts'

const node = (deptId: number, parentId: number, status = '2') => ({ deptId, parentId, status })
const index = createDepartmentIndex({
  departments: [node(1, 0), node(2, 1), node(3, 0), node(4, 1, '1')],
  roles: new Map([[9, [3]]]),
})

const DEPARTMENTS: Readonly<Record<number, number>> = { 10: 1, 11: 2, 12: 0, 13: 4 }

function dataScope(columns: { department: string; owner: string }) {
  const departments = { current: () => index, ofUser: (id: number) => DEPARTMENTS[id] }
  const scopeOf = createScopeOf({ departments, onNone: () => {}, onNewCause: () => {} })
  return createDataScopes({ scopeOf, departments })(columns)
}
const orders = dataScope({ department: 'orders.dept_id', owner: 'orders.created_by' })
const identity = (userId: number, scope: string, roleKey = 'clerk'): Identity => ({
  userId,
  roleId: 9,
  roleKey,
  username: 'ada',
  dataScope: scope,
  sessionId: 1,
  issuedAt: 0,
  expiresAt: 0,
})

test.each([
  '',
  ' ',
  'dept id',
  'dept_id;',
  '"dept_id"',
  '`dept_id`',
  'orders.',
  '.dept_id',
  'a.b.c.d',
  '1dept',
  'dept_id --',
  "dept_id' or '1'='1",
  'a'.repeat(64),
  null,
  undefined,
  7,
])('the column %j is refused when the scope is created', (department) => {
  const columns = { department: department as string, owner: 'created_by' }
  expect(() => dataScope(columns)).toThrow('department must be the name of a column')
})

test.each([
  ['id', 'id'],
  ['teams.id', 'users.id'],
])('the property of a row cannot be both: %s and %s', (department, owner) => {
  expect(() => dataScope({ department, owner })).toThrow('different columns')
})

describe('sql', () => {
  test.each([
    ['postgres', '(orders.dept_id = any($3::bigint[]))', [[1, 2, 4]]],
    ['sqlite', '(orders.dept_id in (select value from json_each(?)))', ['[1,2,4]']],
    [
      'mysql',
      "(orders.dept_id in (select id from json_table(?, '$[*]' columns (id bigint path '$')) as scope_departments))",
      ['[1,2,4]'],
    ],
  ] as const)('on %s', (dialect, sql, parameters) => {
    const options = { dialect, firstParameter: 3 }
    expect(orders.sql(identity(10, '4'), options)).toEqual({ sql, parameters })
    expect(orders.sql(identity(10, '1'), options)).toEqual({ sql: '(1 = 1)', parameters: [] })
    expect(orders.sql(identity(10, '7'), options)).toEqual({ sql: '(1 = 0)', parameters: [] })
    expect(orders.sql(null, options)).toEqual({ sql: '(1 = 0)', parameters: [] })
    const place = dialect === 'postgres' ? '$3' : '?'
    const own = { sql: `(orders.created_by = ${place})`, parameters: [10] }
    expect(orders.sql(identity(10, '5'), options)).toEqual(own)
  })

  test('an unknown dialect or a wrong parameter number is refused, whatever the scope', () => {
    for (const scope of ['1', '4', '7']) {
      const ask = (options: object) => () => orders.sql(identity(10, scope), options as never)
      expect(ask({ dialect: 'oracle' })).toThrow('dialect')
      expect(ask({ dialect: 'constructor' })).toThrow('dialect')
      expect(ask({})).toThrow('dialect')
      expect(ask({ dialect: 'postgres', firstParameter: 0 })).toThrow('firstParameter')
      expect(ask({ dialect: 'postgres', firstParameter: '1; drop' })).toThrow('firstParameter')
    }
  })
})

describe('includes', () => {
  test.each([2, 2n, '2'])('takes the id %s as drivers return it', (dept_id) => {
    expect(orders.includes(identity(10, '4'), { dept_id, created_by: null })).toBe(true)
  })

  test.each([
    null,
    0,
    -2,
    3,
    '02',
    '2 ',
    ' 2',
    '2.0',
    '0x2',
    true,
    [2],
    2.5,
    Number.NaN,
    { valueOf: () => 2 },
  ])('does not take %s for department 2', (dept_id) =>
    expect(orders.includes(identity(11, '4'), { dept_id, created_by: 11 })).toBe(false),
  )

  test('throws for a row without the columns, also where all rows are visible', () => {
    for (const scope of ['1', '4', '5', '7']) {
      expect(() => orders.includes(identity(10, scope), { dept_id: 1 })).toThrow('created_by')
      expect(() => orders.includes(identity(10, scope), { deptId: 1, created_by: 1 })).toThrow('dept_id')
    }
  })
})

describe('stamp', () => {
  const rowOrRefusal = (who: Identity | null, department?: number | bigint | string | null) => {
    try {
      return orders.stamp(who, department)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  const stamp = (...args: Parameters<typeof rowOrRefusal>) => {
    const result = rowOrRefusal(...args)
    return result instanceof Refusal ? result.reason : result
  }
  const messageOf = (...args: Parameters<typeof rowOrRefusal>) => {
    const result = rowOrRefusal(...args)
    return result instanceof Refusal ? result.text('en') : undefined
  }
  const row = (dept_id: number | null, created_by: number) => ({ dept_id, created_by })

  test.each([
    // The own department, unless another one in the scope is given.
    [10, '4', undefined, row(1, 10)],
    [10, '4', 2, row(2, 10)],
    [10, '4', 3, 'department-foreign'],
    [10, '3', 2, 'department-foreign'],
    [10, '5', undefined, row(1, 10)],
    [10, '5', 1, row(1, 10)],
    [10, '5', 2, 'department-foreign'],
    [12, '5', undefined, row(null, 12)],
    [12, '5', 2, 'department-foreign'],
    // Custom departments do not contain the own one here.
    [10, '2', undefined, 'department-foreign'],
    [10, '2', 3, row(3, 10)],
    [10, '1', 3, row(3, 10)],
    [10, '1', 99, 'department-foreign'],
    [10, '1', 0, 'department-foreign'],
    [12, '1', undefined, row(null, 12)],
    [12, '3', undefined, 'department-foreign'],
    [13, '4', 4, 'department-foreign'],
    [14, '5', undefined, 'department-foreign'],
    [10, '6', 1, 'department-foreign'],
    [10, '4', Number.NaN, 'department-foreign'],
    [10, '4', -1, 'department-foreign'],
    // As drivers return large integers.
    [10, '4', '2', row(2, 10)],
    [10, '4', 2n, row(2, 10)],
    [10, '1', '3', row(3, 10)],
    [10, '4', '3', 'department-foreign'],
    [10, '4', '02', 'department-foreign'],
    [10, '1', '2 or 1=1', 'department-foreign'],
    [10, '1', '', 'department-foreign'],
  ])('user %s with scope %s and department %s', (userId, scope, department, expected) => {
    expect(stamp(identity(userId, scope), department)).toEqual(expected)
  })

  test('what is stamped is visible to whoever stamped it', () => {
    for (const userId of [10, 11, 12, 13])
      for (const scope of ['1', '2', '3', '4', '5', '6'])
        for (const department of [undefined, null, 0, 1, 2, 3, 4, 5]) {
          const made = stamp(identity(userId, scope), department)
          if (typeof made === 'object' && made !== null)
            expect(orders.includes(identity(userId, scope), made)).toBe(true)
        }
  })

  test.each([
    [10, '4', 3, 'department 3 is outside your data scope'],
    [10, '1', 99, 'department 99 does not exist'],
    // Whether it exists is not revealed.
    [10, '4', 99, 'department 99 is outside your data scope'],
    [10, '1', 'north', '"north" is not the ID of a department'],
    [12, '3', undefined, 'the data scope needs a department, and the user is in none'],
    [10, '6', 1, 'the data scope is unknown'],
  ])('the message for user %s with scope %s and department %s says why', (userId, scope, department, why) => {
    expect(messageOf(identity(userId, scope), department)).toBe(
      `The row cannot have this department: ${why}.`,
    )
  })

  test('without an identity is refused', () =>
    expect(messageOf(null, 1)).toContain('there is no identity of this service'))
})
