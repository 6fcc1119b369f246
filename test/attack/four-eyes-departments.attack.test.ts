import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  expectAnotherConfirmation,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { dataOf, loginOperator, passwordOf, type Thing } from '../support/operator.ts'

/** What an administrator of a branch sees and changes also grows when the departments change, and not the user or the role. */

let service: FourEyesService
let sales: number
let north: number
let finance: number

beforeEach(async () => {
  service = await startFourEyesService()
  sales = await addDepartment('Sales')
  north = await addDepartment('North', { parentId: sales })
  finance = await addDepartment('Finance')
  // She may change users, with the data of Sales and everything below it.
  await service.context.userAdministration.change('helga', { deptId: sales, dataScope: '4' })
})
afterEach(() => service.close())

async function addDepartment(deptName: string, fields: Thing = {}): Promise<number> {
  return Number((await dataOf(service.anna.post('/dept', { deptName, ...fields }))).deptId)
}

const moveTo = (deptId: number, parentId: number) => () => service.anna.put(`/dept/${deptId}`, { parentId })
const setStatus = (deptId: number, status: '1' | '2') => () => service.anna.put(`/dept/${deptId}`, { status })

async function expectMade(send: () => ReturnType<ReturnType<typeof moveTo>>) {
  expectSuccess(await send())
}

test('nobody moves a department into the branch of an administrator alone', async () => {
  const move = moveTo(finance, north)
  const id = confirmationOf(await move())
  expect(await dataOf(service.anna.get(`/dept/${finance}`))).toMatchObject({ parentId: 0 })
  const [waiting] = (await dataOf<{ list: Thing[] }>(service.bela.get('/confirmation'))).list
  expect(waiting).toMatchObject({ id, kinds: ['grant-administration'] })
  expectSuccess(await confirm(service.bela, id))
  await expectMade(move)
})

test('a move that gives no administrator more data needs no confirmation', async () => {
  const { userAdministration } = service.context
  await expectMade(moveTo(north, finance))
  // Clerks have no administration rights.
  await userAdministration.change('carl', { deptId: finance, dataScope: '4' })
  await expectMade(moveTo(await addDepartment('Audit'), finance))
  // Whoever has one department only, or all data, has no more after it.
  await userAdministration.change('helga', { dataScope: '3' })
  await expectMade(moveTo(finance, sales))
  await userAdministration.change('helga', { dataScope: '1' })
  await expectMade(moveTo(await addDepartment('Legal'), sales))
})

test('nobody enables a department alone whose administrators get their data back', async () => {
  await expectMade(setStatus(sales, '1'))
  await expectMade(setStatus(finance, '1'))
  await expectMade(setStatus(finance, '2'))
  const enable = setStatus(sales, '2')
  expectSuccess(await withConfirmation(service.bela, enable))
})

test('nobody enables a department alone that a role with administration rights lists', async () => {
  const { anna, bela, context, roleIdOf } = service
  await context.userAdministration.change('helga', { deptId: 0, dataScope: '' })
  const role = { dataScope: '2', deptIds: [sales, finance] }
  expectSuccess(await withConfirmation(bela, async () => anna.put(`/role/${await roleIdOf('helper')}`, role)))
  await expectMade(setStatus(finance, '1'))
  confirmationOf(await setStatus(finance, '2')())
})

test('the branch of an administrator whose role returns counts', async () => {
  const { context } = service
  const roleUntil = new Date(Date.now() + 60_000).toISOString()
  await context.userAdministration.change('helga', { roleKey: 'clerk', roleUntil })
  confirmationOf(await moveTo(finance, sales)())
})

test('a move is not confirmed for administrators who come into the branch after the confirmation', async () => {
  const hilde = { username: 'hilde', password: passwordOf('hilde'), roleKey: 'helper' }
  await expectAnotherConfirmation(service.bela, moveTo(finance, sales), () =>
    service.context.userAdministration.add({ ...hilde, deptId: sales, dataScope: '4' }),
  )
})

test('a move is not confirmed for more departments below the moved one', async () => {
  await expectAnotherConfirmation(service.bela, moveTo(finance, sales), () =>
    addDepartment('Payroll', { parentId: finance }),
  )
})

test('whoever gets more data with it does not confirm it', async () => {
  const { base, cleo, context } = service
  const roleUntil = new Date(Date.now() + 60_000).toISOString()
  // When her role ends, Bela has a branch.
  await context.userAdministration.change('bela', { roleKey: 'helper', deptId: sales, dataScope: '4' })
  await context.userAdministration.change('bela', { roleKey: 'admin', roleUntil })
  const bela = await loginOperator(base, { username: 'bela', password: passwordOf('bela') })
  const id = confirmationOf(await moveTo(finance, sales)())
  expect((await confirm(bela, id)).body.reason).toBe('confirmation-own')
  expectSuccess(await confirm(cleo, id))
})
