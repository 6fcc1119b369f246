import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { DepartmentLink, RoleLink } from '../../shell/own-session/links.tsx'
import type { Field } from '../../shell/page/fields-card.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useScopeNames } from '../data-scope/data-scope.ts'
import { pathText } from '../department/select/department-index.ts'
import { useDepartments } from '../department/select/use-departments.ts'
import { useRoles } from '../role/select/use-roles.ts'

type Account = Pick<
  Schemas['User'],
  'roleId' | 'roleKey' | 'roleName' | 'roleUntil' | 'formerRoleId' | 'deptId'
> & { readonly dataScope: string }

/** Returns the fields that people and service accounts have: the role with its end, the department and the data scope. */
export function useAccountFields(account: Account): readonly Field[] {
  const { user, role, department, dataScopes } = useTexts()
  const departments = useDepartments()
  const scopes = useScopeNames()
  const { roleUntil, deptId, dataScope } = account
  return [
    [
      user.role,
      <RoleLink key="role" roleKey={account.roleKey} roleId={account.roleId}>
        {`${account.roleName} (${account.roleKey})`}
      </RoleLink>,
    ],
    ...(roleUntil
      ? [
          [
            user.roleUntil,
            <span key="until">
              <LocalTime iso={roleUntil} /> (<TimeAgo iso={roleUntil} />)
            </span>,
          ] as const,
          [user.formerRole, <FormerRole key="former" roleId={account.formerRoleId} />] as const,
        ]
      : []),
    [
      department.ofUser,
      departments.data && deptId !== 0 && (
        <DepartmentLink key="department" deptId={deptId}>
          {pathText(departments.data, deptId)}
        </DepartmentLink>
      ),
    ],
    [role.dataScope, dataScope === '' ? dataScopes.ofRole : scopes.get(dataScope)],
  ]
}

/** The role that returns. Its number, if the viewer may not see roles. */
function FormerRole({ roleId }: { readonly roleId: number }) {
  const role = useRoles().find((one) => one.roleId === roleId)
  if (!role) return `#${roleId}`
  return (
    <RoleLink roleKey={role.roleKey} roleId={roleId}>
      {`${role.roleName} (${role.roleKey})`}
    </RoleLink>
  )
}
