import { NavLink } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { maySeeMatrix } from './use-matrix.ts'

/** Shows the views of the policy. */
export function PermissionTabs() {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  return (
    <nav aria-label={permission.title} className="tabs">
      {maySeeMatrix(mayCall) && (
        <NavLink to="/permissions" end>
          {permission.matrix}
        </NavLink>
      )}
      <NavLink to="/permissions/rules">{permission.rules}</NavLink>
      {mayCall('GET', '/policy/explain') && <NavLink to="/permissions/check">{permission.check}</NavLink>}
      {mayCall('GET', '/route') && <NavLink to="/permissions/routes">{permission.routes}</NavLink>}
    </nav>
  )
}
