import type { ReactNode } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { DepartmentLink, RoleLink, UserLink } from '../../shell/own-session/links.tsx'

interface EntryLinkProps {
  readonly entry: Schemas['AuditLogEntry']
  readonly children?: ReactNode
}

/** Links to the page of the user who made a change. The command line and the service are no users. */
export function OperatorLink({ entry: { operatorId, operator }, children = operator }: EntryLinkProps) {
  if (operatorId === 0) return children
  return (
    <UserLink username={operator} userId={operatorId}>
      {children}
    </UserLink>
  )
}

/** Links to the page of the user, role or department that was changed, unless it is deleted. */
export function TargetLink({ entry: { action, targetKind, targetId, target } }: EntryLinkProps) {
  if (targetId === 0 || action.endsWith('.delete')) return target
  if (targetKind === 'user') return <UserLink username={target} userId={targetId} />
  if (targetKind === 'dept') return <DepartmentLink deptId={targetId}>{target}</DepartmentLink>
  if (targetKind === 'role') return <RoleLink roleKey={target} roleId={targetId} />
  return target
}
