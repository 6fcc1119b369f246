import type { Operator } from '../../src/core/audit-log/operator.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import type { Administration } from '../../src/service/administration.ts'
import { UNUSABLE_HASH } from './administration-fixture.ts'
import type { Request } from './request.ts'

/** Executes a request. Returns the reason of a refusal, if any. Any other error is a bug and is thrown. */
export async function sendRequest(
  administration: Administration,
  operator: Operator,
  request: Request,
): Promise<string | undefined> {
  try {
    await execute(administration, operator, request)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}

function execute(parts: Administration, operator: Operator, request: Request): Promise<unknown> {
  const { userAdministration, roleAdministration, policyAdministration, sessionAdministration } = parts
  switch (request.kind) {
    case 'user.add': {
      const { kind: _kind, ...user } = request
      return userAdministration.add(operator, { ...user, password: 'a new password' })
    }
    case 'user.change':
      return userAdministration.change(operator, request.id, request.change)
    case 'user.password':
      return userAdministration.setPassword(operator, request.id, { password: 'a new password' })
    case 'user.suspend':
      return parts.suspensionAdministration.suspend(operator, request.id)
    case 'user.decide':
      return parts.suspensionAdministration.decide(operator, request.id, request.decision)
    case 'user.setRole':
      return userAdministration.setRole(operator, request.ids, request)
    case 'user.remove':
      return userAdministration.remove(operator, request.ids)
    case 'user.import':
      return parts.userImport.add(
        operator,
        request.users.map((user) => ({ ...user, passwordHash: UNUSABLE_HASH })),
      )
    case 'role.add': {
      const { kind: _kind, ...role } = request
      return roleAdministration.add(operator, { ...role, roleName: role.roleKey })
    }
    case 'role.change':
      return roleAdministration.change(operator, request.id, request.change)
    case 'role.copy': {
      const { id, roleKey } = request
      return roleAdministration.copy(operator, id, { roleKey, roleName: roleKey })
    }
    case 'role.remove':
      return roleAdministration.remove(operator, request.ids)
    case 'policy.add':
      return policyAdministration.add(operator, request.rules)
    case 'policy.remove':
      return policyAdministration.remove(operator, request.rules)
    case 'policy.change':
      return policyAdministration.change(operator, request)
    case 'dept.add': {
      const { kind: _kind, ...department } = request
      return parts.departmentAdministration.add(operator, department)
    }
    case 'dept.change':
      return parts.departmentAdministration.change(operator, request.id, request.change)
    case 'dept.remove':
      return parts.departmentAdministration.remove(operator, request.ids)
    case 'service.add': {
      const { kind: _kind, ...account } = request
      return parts.serviceAccountAdministration.add(operator, account)
    }
    case 'service.change':
      return parts.serviceAccountAdministration.change(operator, request.id, { ownerId: request.ownerId })
    case 'service.accept':
      return parts.serviceAccountAdministration.accept(operator, request.id)
    case 'service.secret':
      return parts.serviceAccountAdministration.addSecret(operator, request.id)
    case 'request.ask': {
      const { roleId, hours } = request
      return parts.accessRequestAdministration.ask(operator, { roleId, hours, reason: 'needed' })
    }
    case 'request.withdraw':
      return parts.accessRequestAdministration.withdraw(operator, request.id)
    case 'request.decide':
      return parts.accessRequestAdministration.decide(operator, request.id, { decision: request.decision })
    case 'session.end':
      return sessionAdministration.end(operator, request.ids)
    case 'session.endAll':
      return sessionAdministration.endMatching(operator, { userId: request.userId }, {})
    case 'session.endUsers':
      return sessionAdministration.endAllOfUsers(operator, request.userIds)
    case 'session.endRole':
      return sessionAdministration.endMatching(operator, { roleId: request.roleId }, {})
  }
}
