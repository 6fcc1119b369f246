import { expect } from 'vitest'
import { type Answer, login } from './client.ts'
import type { PrepareDatabase } from './migrated-database.ts'
import { type Operator, operatorWith, passwordOf, type Thing } from './operator.ts'
import { startService, type TestOptions, type TestService } from './service.ts'

/** A service with three administrators, of whom a second one has to confirm protected changes. */
export interface FourEyesService extends TestService {
  readonly anna: Operator
  readonly bela: Operator
  readonly cleo: Operator
  /** Returns the id of a user. */
  idOf(username: string): Promise<number>
  roleIdOf(roleKey: string): Promise<number>
}

export const ADMINISTRATORS = ['anna', 'bela', 'cleo'] as const

const addAdministrators: PrepareDatabase = async ({
  userAdministration,
  roleAdministration,
  policyAdministration,
}) => {
  const add = (username: string, roleKey: string) =>
    userAdministration.add({ username, password: passwordOf(username), roleKey })
  for (const username of ADMINISTRATORS) await add(username, 'admin')
  for (const roleKey of ['helper', 'clerk'])
    await roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '1' })
  await policyAdministration.add([
    { roleKey: 'helper', method: '*', path: '/api/v1/sys-user' },
    { roleKey: 'helper', method: '*', path: '/api/v1/sys-user/*' },
    { roleKey: 'clerk', method: 'GET', path: '/api/v1/sys-user' },
  ])
  await add('helga', 'helper')
  await add('carl', 'clerk')
}

/** Starts a service whose users are the administrators, `helga` (may change users), `carl` and the roles `helper` and `clerk`. */
export async function startFourEyesService(
  operations: readonly string[] = ['grant-administration'],
  options: TestOptions = {},
): Promise<FourEyesService> {
  const service = await startService({
    ...options,
    settings: {
      ...options.settings,
      administration: { fourEyes: { operations: [...operations] }, ...options.settings?.administration },
    },
    prepare: addAdministrators,
  })
  const operatorOf = async (username: string) =>
    operatorWith(service.base, await login(service.base, { username, password: passwordOf(username) }))
  const { users, roles } = service.context
  return {
    ...service,
    anna: await operatorOf('anna'),
    bela: await operatorOf('bela'),
    cleo: await operatorOf('cleo'),
    async idOf(username) {
      return (await users.findByName(username))?.userId ?? 0
    },
    async roleIdOf(roleKey) {
      return (await roles.findByKey(roleKey))?.roleId ?? 0
    },
  }
}

/** Expects that a change needs a confirmation. Returns the number of the confirmation. */
export function confirmationOf(answer: Answer): number {
  expect([answer.status, answer.body.code, answer.body.reason]).toEqual([200, 409, 'confirmation-required'])
  return Number((answer.body.data as Thing).confirmationId)
}

export function confirm(operator: Operator, id: number): Promise<Answer> {
  return operator.put(`/confirmation/${id}`, { decision: 'confirm' })
}

/**
 * Expects that a confirmed request is not carried out after what is done meanwhile, but asks for another confirmation. Returns the
 * number of the other one.
 */
export async function expectAnotherConfirmation(
  confirmer: Operator,
  send: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const id = confirmationOf(await send())
  expect((await confirm(confirmer, id)).body.code).toBe(200)
  await meanwhile()
  const other = confirmationOf(await send())
  expect(other).not.toBe(id)
  return other
}

/** Makes a change that needs a confirmation: asks, has it confirmed, and sends the request again. */
export async function withConfirmation(confirmer: Operator, send: () => Promise<Answer>): Promise<Answer> {
  const id = confirmationOf(await send())
  const { body } = await confirm(confirmer, id)
  expect(body.code).toBe(200)
  return send()
}
