import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink } from '../../shell/own-session/links.tsx'
import { Clipped } from '../../shell/page/clipped.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

type RoleHolder = Pick<Schemas['User'], 'roleId' | 'roleKey' | 'roleName' | 'roleUntil'>

/** Shows the role of a user or a service account in a list, and when it ends. */
export function RoleCell({ of: { roleId, roleKey, roleName, roleUntil } }: { readonly of: RoleHolder }) {
  const { user } = useTexts()
  return (
    <>
      <RoleLink roleKey={roleKey} roleId={roleId}>
        <Clipped>{roleName}</Clipped>
      </RoleLink>
      {roleUntil && (
        <div className="muted">
          {user.roleEnds} <TimeAgo iso={roleUntil} />
        </div>
      )}
    </>
  )
}
