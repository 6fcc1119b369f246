import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRows, COMMAND_LINE, type Fixture, openFixture } from './administration-fixture.ts'
import { sendRequest } from './send-request.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

test('the command line is not limited by a role', async () => {
  const request = { kind: 'role.add', roleKey: 'a', status: '2' } as const
  expect(await sendRequest(fixture.administration, COMMAND_LINE, request)).toBeUndefined()
})

test('its user ID 0 is refused over HTTP', async () => {
  const before = await allRows(fixture.database)
  const request = { kind: 'role.add', roleKey: 'b', status: '2' } as const
  expect(await sendRequest(fixture.administration, { ...COMMAND_LINE, source: 'http' }, request)).toBe(
    'token-revoked',
  )
  expect(await allRows(fixture.database)).toEqual(before)
})
