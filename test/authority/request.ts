import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { Status } from '../../src/core/user/status.ts'
import type { Rows } from './administration-fixture.ts'

/** A request of an operator, with the IDs of existing rows. */
export type Request =
  | {
      kind: 'user.add'
      username: string
      roleId: number
      status: Status
      deptId?: number
      dataScope?: string
    }
  | {
      kind: 'user.change'
      id: number
      change: {
        username?: string
        roleId?: number
        roleUntil?: string | null
        status?: Status
        deptId?: number
        dataScope?: string
      }
    }
  | { kind: 'user.password'; id: number }
  | { kind: 'user.suspend'; id: number }
  | { kind: 'user.decide'; id: number; decision: 'restore' | 'keep' }
  | { kind: 'user.setRole'; ids: number[]; roleId: number }
  | { kind: 'user.remove'; ids: number[] }
  | { kind: 'user.import'; users: { username: string; roleKey: string }[] }
  | { kind: 'role.add'; roleKey: string; dataScope?: string; status: Status }
  | {
      kind: 'role.change'
      id: number
      change: { roleKey?: string; dataScope?: string; status?: Status; deptIds?: number[] }
    }
  | { kind: 'role.copy'; id: number; roleKey: string }
  | { kind: 'role.remove'; ids: number[] }
  | { kind: 'policy.add'; rules: PolicyRule[] }
  | { kind: 'policy.remove'; rules: PolicyRule[] }
  | { kind: 'policy.change'; add: PolicyRule[]; remove: PolicyRule[] }
  | { kind: 'dept.add'; deptName: string; parentId: number }
  | { kind: 'dept.change'; id: number; change: { parentId?: number; status?: Status; deptName?: string } }
  | { kind: 'dept.remove'; ids: number[] }
  | { kind: 'service.add'; username: string; roleId: number; ownerId?: number; deptId?: number }
  | { kind: 'service.change'; id: number; ownerId: number }
  | { kind: 'service.accept'; id: number }
  | { kind: 'service.secret'; id: number }
  | { kind: 'request.ask'; roleId: number; hours: number }
  | { kind: 'request.withdraw'; id: number }
  | { kind: 'request.decide'; id: number; decision: 'approve' | 'refuse' }
  | { kind: 'session.end'; ids: number[] }
  | { kind: 'session.endAll'; userId: number }
  | { kind: 'session.endUsers'; userIds: number[] }
  | { kind: 'session.endRole'; roleId: number }

/** Creates a request from the current rows. Rows are generated as numbers and looked up when the request is executed. */
export type RequestFactory = (
  rows: Rows,
  by: { readonly userId: number; readonly roleId: number; readonly now: number },
) => Request
