import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import type { MayCall } from '../../shell/own-session/may-call.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { DISABLED, ENABLED } from '../../shell/page/status-tag.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useConfirmWithAccounts } from '../service-accounts/owned/stopping-accounts.tsx'
import { sessionCalls } from '../session/calls.ts'
import { userCalls } from './calls.ts'

interface BulkActionsProps {
  readonly users: readonly Schemas['Profile'][]
  readonly onChangeRole: () => void
  readonly onDone: () => void
}

const NEEDS = [
  ['PUT', '/sys-user/status'],
  ['PUT', '/sys-user/role'],
  ['DELETE', '/session'],
] as const

/** Returns whether the role may do something to several users at once. */
export function mayChangeMany(mayCall: MayCall): boolean {
  return NEEDS.some(([method, path]) => mayCall(method, path))
}

/** Shows what can be done to the selected users, all or none of them. */
export function BulkActions({ users, onChangeRole, onDone }: BulkActionsProps) {
  const { user, common, session } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const confirmWithAccounts = useConfirmWithAccounts()
  const ids = users.map(({ userId }) => userId)
  const setStatus = useChange(
    (status: Schemas['StatusChange']['status']) => userCalls.setUserStatuses(ids, status),
    common.saved,
  )
  const endSessions = useChange(() => sessionCalls.endSessionsOfUsers(ids), session.endedAll)
  const askToDisable = (): void =>
    void confirmWithAccounts(ids, {
      title: user.disableManyAsk(users.length),
      content: user.disableManyHelp,
      okText: common.disable,
      onOk: () => setStatus.mutateAsync(DISABLED).then(onDone),
    })
  const askToEndSessions = (): void =>
    confirm({
      title: user.endSessionsOfManyAsk(users.length),
      content: user.endSessionsOfManyHelp,
      okText: user.endSessions,
      onOk: () => endSessions.mutateAsync(undefined).then(onDone),
    })
  return (
    <>
      {mayCall('PUT', '/sys-user/role') && (
        <Button onClick={onChangeRole}>{user.changeRoleOfMany(users.length)}</Button>
      )}
      {mayCall('DELETE', '/session') && (
        <Button onClick={askToEndSessions}>{user.endSessionsOfMany(users.length)}</Button>
      )}
      {mayCall('PUT', '/sys-user/status') && (
        <>
          <Button onClick={() => setStatus.mutate(ENABLED, { onSuccess: onDone })}>
            {user.enableMany(users.length)}
          </Button>
          <Button danger onClick={askToDisable}>
            {user.disableMany(users.length)}
          </Button>
        </>
      )}
    </>
  )
}
