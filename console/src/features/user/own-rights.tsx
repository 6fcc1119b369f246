import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import './user.css'

const MAX_LISTED = 50

/** Shows what the user may call. */
export function OwnRights() {
  const { user, profile } = useTexts()
  const { roleKey, permissions } = useOwnSession()
  const listed = permissions.slice(0, MAX_LISTED)
  return (
    <section className="card" aria-labelledby="own-rights">
      <h2 id="own-rights">{profile.rights}</h2>
      {roleKey === ADMIN_ROLE_KEY ? (
        <p>{user.mayDoEverything}</p>
      ) : permissions.length === 0 ? (
        <p className="muted">{profile.noRights}</p>
      ) : (
        <ul className="endpoints">
          {listed.map((permission) => (
            <li key={permission}>
              <code>{permission.replace(':', ' ')}</code>
            </li>
          ))}
        </ul>
      )}
      {permissions.length > listed.length && (
        <p className="muted">{user.moreRules(permissions.length - listed.length)}</p>
      )}
    </section>
  )
}
