import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRows, type House, MACHINE, openHouse } from './house.ts'
import { perform } from './perform.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('the command line is limited by no role', async () => {
  const request = { kind: 'role.add', roleKey: 'a', status: '2' } as const
  expect(await perform(house.administration, MACHINE, request)).toBeUndefined()
})

test('its number, 0, opens nothing to one who comes over HTTP', async () => {
  const before = await allRows(house.database)
  const request = { kind: 'role.add', roleKey: 'b', status: '2' } as const
  expect(await perform(house.administration, { ...MACHINE, source: 'http' }, request)).toBe('token-revoked')
  expect(await allRows(house.database)).toEqual(before)
})
