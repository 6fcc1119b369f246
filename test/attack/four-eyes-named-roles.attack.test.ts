import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { addRole } from '../support/operator.ts'

/** A directory gives a role by its key: who gives the key to another role decides what everybody of a group may do. */

let service: FourEyesService
beforeEach(async () => {
  service = await startFourEyesService(['grant-administration'], {
    settings: {
      login: {
        ldap: { roles: [{ group: '*', role: 'staff' }] },
        secondFactor: { requiredRoles: ['guarded'] },
      },
    },
  })
})
afterEach(() => service.close())

const rename = (from: string, to: string) => async (): Promise<Answer> =>
  service.anna.put(`/role/${await service.roleIdOf(from)}`, { roleKey: to })
const copy = (from: string, roleKey: string) => async (): Promise<Answer> =>
  service.anna.post(`/role/${await service.roleIdOf(from)}/copy`, { roleKey, roleName: roleKey })

test('nobody gives the key of a mapping to a role with administration rights alone', async () => {
  expectSuccess(await withConfirmation(service.bela, rename('helper', 'staff')))
  expect(await service.roleIdOf('helper')).toBe(0)
})

test('nobody copies a role with administration rights to the key of a mapping alone', async () => {
  expectSuccess(await withConfirmation(service.bela, copy('helper', 'staff')))
})

test('nobody takes the key that a setting names from a role with administration rights alone', async () => {
  for (const key of ['staff', 'guarded']) {
    expectSuccess(await withConfirmation(service.bela, rename('helper', key)))
    expectSuccess(await withConfirmation(service.bela, rename(key, 'helper')))
  }
})

test('a role without administration rights gets and loses such a key, and only then rules that need a confirmation', async () => {
  const { anna } = service
  await addRole(anna, 'staff')
  expectSuccess(await rename('staff', 'former')())
  expectSuccess(await rename('clerk', 'staff')())
  const rule = { roleKey: 'staff', method: 'POST', path: '/api/v1/role' }
  confirmationOf(await anna.post('/policy', { rules: [rule] }))
})

test('another key that no setting names needs no confirmation for it', async () => {
  expectSuccess(await rename('helper', 'assistant')())
  expectSuccess(await copy('assistant', 'helper')())
})
