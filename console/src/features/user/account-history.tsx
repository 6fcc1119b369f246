import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { exactName } from '../../shell/page/name-filter.ts'
import { ZoneNote } from '../../shell/page/time-ago.tsx'
import { Changes } from '../audit-log/changes.tsx'
import { UserRefusals } from '../explain/user-refusals.tsx'
import { UserAttempts } from '../login-log/user-attempts.tsx'
import { Sessions } from '../session/sessions.tsx'

interface AccountHistoryProps {
  readonly account: { readonly userId: number; readonly username: string }
  /** The titles of the changes of the account, and of those that it made. */
  readonly changes: string
  readonly changesBy: string
}

/** Shows the sessions, login attempts, refused requests and changes of a user or a service account. */
export function AccountHistory({ account: { userId, username }, changes, changesBy }: AccountHistoryProps) {
  const { mayCall } = useOwnSession()
  return (
    <>
      {mayCall('GET', '/session') && <Sessions filter={{ userId }} pageSize={20} />}
      {mayCall('GET', '/sys-login-log') && <UserAttempts username={username} />}
      {mayCall('GET', '/refusal/request') && <UserRefusals userId={userId} />}
      {mayCall('GET', '/audit-log') && (
        <>
          <Changes title={changes} filter={{ targetKind: 'user', targetId: userId }} />
          <Changes title={changesBy} filter={{ operator: exactName(username) }} />
        </>
      )}
      <ZoneNote />
    </>
  )
}
