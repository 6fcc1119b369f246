import { Alert, App, Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { UserLink } from '../../shell/own-session/links.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'
import { useConfirm } from '../../shell/page/use-change.ts'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import { fourEyesCalls } from './calls.ts'

interface SuspensionNoticeProps {
  readonly suspended: Schemas['SuspendedUser']
  /** The path to return to after a new login. */
  readonly from: string
}

/** Says that a user is suspended, and lets an administrator who is not one of the two decide. */
export default function SuspensionNotice({ suspended, from }: SuspensionNoticeProps) {
  const { userId, username, withUserId, withUsername, byUserId } = suspended
  const { suspending } = useTexts()
  const own = useOwnSession()
  const { message } = App.useApp()
  const confirm = useConfirm()
  // A decision requires a recent login.
  const change = useOwnChange()
  const other = withUsername === '' ? `#${withUserId}` : withUsername
  const mayDecide =
    own.roleKey === ADMIN_ROLE_KEY &&
    own.userId !== withUserId &&
    own.mayCall('PUT', `/sys-user/${userId}/suspension`)
  const decide = async (decision: 'restore' | 'keep', done: string): Promise<void> => {
    if (await change.run(() => fourEyesCalls.decideSuspension(userId, decision))) message.success(done)
  }
  const askToRestore = (): void =>
    confirm({
      title: suspending.restoreAsk(username),
      content: suspending.restoreHelp,
      okText: suspending.restore,
      onOk: () => decide('restore', suspending.restored(username)),
    })
  const askToKeep = (): void =>
    confirm({
      title: suspending.keepDisabledAsk(username),
      content: suspending.keepDisabledHelp,
      okText: suspending.keepDisabled,
      onOk: () => decide('keep', suspending.keptDisabled(username)),
    })
  return (
    <section className="card" aria-label={username}>
      <Alert
        type="warning"
        showIcon
        title={
          <UserLink username={username} userId={userId}>
            {byUserId === userId ? suspending.self(username, other) : suspending.by(username, other)}
          </UserLink>
        }
        description={suspending.suspendedHelp}
      />
      <OwnChangeProblem error={change.error} from={from} />
      {mayDecide && (
        <div className="page-actions below">
          <Button onClick={askToRestore} aria-label={`${suspending.restore}: ${username}`}>
            {suspending.restore}
          </Button>
          <Button danger onClick={askToKeep} aria-label={`${suspending.keepDisabled}: ${username}`}>
            {suspending.keepDisabled}
          </Button>
        </div>
      )}
    </section>
  )
}
