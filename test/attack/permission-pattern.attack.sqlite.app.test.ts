import { Util } from 'casbin'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { claimsOf } from '../support/jwt.ts'
import { forged, HEADER } from './support/forged-token.ts'
import { startTarget } from './support/target.ts'

const target = await startTarget({ routes: ['GET /pattern/*', 'GET /pattern'] })
afterAll(target.close)
const admin = await login(target.base)

beforeEach(() => {
  target.runs.take()
})

/** Paths and patterns of the same classes as Casbin’s test tables of keyMatch and keyMatch2. */
const rows = [
  ['', ''],
  ['', '/*'],
  ['/', '/*'],
  ['/a', ''],
  ['/a', '/a'],
  ['/a', '/a*'],
  ['/a', '/a/*'],
  ['/a/b', '/a'],
  ['/a/b', '/a*'],
  ['/a/b', '/a/*'],
  ['/ab', '/a'],
  ['/ab', '/a*'],
  ['/ab', '/a/*'],
  ['/a', '/:x'],
  ['/a/b', '/:x'],
  ['/a/b', '/:x/:y'],
  ['/a/b', '/a/:x'],
  ['/a/b', '/b/:x'],
  ['/a/b/c', '/a/:x/c'],
  ['/a/b/c', '/a/:x/d'],
  ['/a/b/c', '/:x/b/*'],
  ['/a/b/', '/a/:x/*'],
  ['/a/b/c/d', '/a/:x/*'],
  ['/a/', '/a/:x/*'],
  ['/a/b', '/a/:/b'],
  ['/a/b', '/:/b'],
  ['/a/b', '/a/*/b'],
  ['/a/x/b', '/a/*/b'],
  ['/a/b', '/(a)/b'],
  ['/a', '/[a]'],
  ['/a', '/a|b'],
  ['/a', '/{x}'],
  ['/a', 'a'],
  ['/a', '*'],
  ['/a.b', '/a.b'],
  ['/axb', '/a.b'],
  ['/a$', '/a$'],
] as const

test('A12 supported patterns decide as Casbin does, over HTTP; every other pattern is refused when it is added', async () => {
  const claims = claimsOf(admin)
  const tried = rows.map(([path, pattern], index) => ({
    path: `/pattern${path}`,
    pattern: `/pattern${pattern}`,
    roleKey: `casbin-${index}`,
  }))
  const written: typeof tried = []
  for (const row of tried) {
    await target.context.roleAdministration.add({ roleKey: row.roleKey, roleName: row.roleKey })
    const add = target.context.policyAdministration.add([
      { roleKey: row.roleKey, method: 'GET', path: row.pattern },
    ])
    const outcome = await add.then(
      () => 'written',
      (error: { reason?: string }) => error.reason,
    )
    expect(['written', 'invalid-parameters']).toContain(outcome)
    if (outcome === 'written') written.push(row)
  }
  expect(written.length).toBeGreaterThan(20)
  expect(tried.length - written.length).toBeGreaterThan(8)
  const hits = (row: (typeof tried)[number]) =>
    Util.keyMatch2Func(row.path, row.pattern) || Util.keyMatchFunc(row.path, row.pattern)
  const tokenOf = ({ roleKey }: (typeof tried)[number]) => forged(HEADER, { ...claims, rolekey: roleKey })
  const last = written.findLast(hits)
  if (!last) throw new Error('no row is a hit')
  await eventually(async () =>
    expect((await call(target.origin + last.path, bearer(tokenOf(last)))).body).toEqual({ ran: true }),
  )
  target.runs.take()
  for (const row of tried) {
    const { body } = await call(target.origin + row.path, bearer(tokenOf(row)))
    const expected = written.includes(row) && hits(row)
    expect({ ...row, ran: target.runs.take().length === 1 }).toEqual({ ...row, ran: expected })
    if (!expected) expect(body).toMatchObject({ code: 401 })
  }
})
