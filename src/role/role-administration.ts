import { type Changed, type ChangeWriter, writeChange } from '../change-feed/change-writer.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { Refusal } from '../refusal.ts'
import { ENABLED } from '../user/user.ts'
import { createRoleStore } from './role.store.ts'
import { DATA_SCOPES, type DataScope, type Role } from './role.ts'

export interface RoleToAdd {
  readonly roleKey: string
  readonly roleName: string
  readonly dataScope?: string
  readonly remark?: string
}

export interface RoleAdministration {
  add(role: RoleToAdd): Promise<Changed<Role>>
}

const ROLE_KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/

export function createRoleAdministration(options: {
  changes: ChangeWriter
  now: () => number
}): RoleAdministration {
  const { changes, now } = options
  return {
    async add({ roleKey, roleName, dataScope = '1', remark = '' }) {
      const problem = problemOf(roleKey, roleName, remark)
      if (problem) throw new Refusal('invalid-parameters', { problem })
      if (!isDataScope(dataScope)) {
        throw new Refusal('invalid-parameters', {
          problem: `the data scope is one of ${DATA_SCOPES.join(', ')}.`,
        })
      }
      return writeChange(changes, [], async (transaction) => {
        const roles = createRoleStore(transaction)
        if (await roles.findByKey(roleKey)) throw keyTaken(roleKey)
        const id = await roles.insert({ roleKey, roleName, dataScope, remark, status: ENABLED }, now())
        const role = await roles.find(id)
        if (!role) throw new Error(`role ${id} is gone right after it was made`)
        return role
      }).catch((error: unknown) => {
        // Two that come at once both find the key free; the database lets in one.
        throw isUniqueViolation(error) ? keyTaken(roleKey) : error
      })
    },
  }
}

function keyTaken(roleKey: string): Refusal {
  return new Refusal('conflict', { problem: `There is a role with the key "${roleKey}" already.` })
}

function problemOf(roleKey: string, roleName: string, remark: string): string | undefined {
  if (!ROLE_KEY.test(roleKey)) {
    return 'a role key has 1 to 64 of the characters A-Z a-z 0-9 _ . : - and begins with a letter or digit.'
  }
  if (roleName.length < 1 || roleName.length > 128 || /\p{Cc}/u.test(roleName)) {
    return 'a role name has 1 to 128 characters and no control characters.'
  }
  if (remark.length > 1024 || /\p{Cc}/u.test(remark))
    return 'a remark has at most 1024 characters, on one line.'
  return undefined
}

function isDataScope(text: string): text is DataScope {
  return DATA_SCOPES.some((scope) => scope === text)
}
