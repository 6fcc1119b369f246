import { RoleLink } from '../../../shell/own-session/links.tsx'
import { Mark } from '../../../shell/page/mark.tsx'

/** Links to a role by its key. */
export function RoleMark({ roleKey, roleId }: { readonly roleKey: string; readonly roleId?: number }) {
  return (
    <RoleLink roleKey={roleKey} roleId={roleId}>
      <Mark kind="plain">{roleKey}</Mark>
    </RoleLink>
  )
}
