import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { type RowAction, RowActions } from '../../shell/page/row-actions.tsx'
import { DISABLED, ENABLED } from '../../shell/page/status-tag.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useSuspend } from '../four-eyes/use-suspend.tsx'
import { passwordLinkCalls } from '../password-links/calls.ts'
import { useMayBeInvited } from '../password-links/use-may-be-invited.ts'
import { useConfirmWithAccounts } from '../service-accounts/owned/stopping-accounts.tsx'
import { sessionCalls } from '../session/calls.ts'
import { userCalls } from './calls.ts'

interface UserActionsProps {
  readonly user: Pick<
    Schemas['User'],
    'userId' | 'username' | 'status' | 'roleKey' | 'suspension' | 'loginMethods' | 'mayChange'
  >
  /** An endpoint that the form also uses. One of its endpoints is enough. */
  readonly editedAt?: string
  readonly onEdit: () => void
  readonly onPassword?: () => void
  readonly onLoginMethods?: () => void
  readonly onRemoved?: () => void
  /** Further changes. */
  readonly more?: readonly RowAction[]
}

/** Returns the actions on this user that the own role permits. */
export function UserActions(props: UserActionsProps) {
  const { user: given, editedAt, onEdit, onPassword, onLoginMethods, onRemoved, more = [] } = props
  const { userId, username, status, suspension, mayChange } = given
  const { user, suspending, common, session, methods, password, passwordLink } = useTexts()
  const { mayCall, userId: ownId } = useOwnSession()
  const confirm = useConfirm()
  const confirmWithAccounts = useConfirmWithAccounts()
  const remove = useChange(userCalls.removeUser, common.removed)
  const setStatus = useChange(
    (next: Schemas['StatusChange']['status']) => userCalls.setUserStatus(userId, next),
    common.saved,
  )
  const invite = useChange(passwordLinkCalls.inviteUser, passwordLink.inviteSent)
  const mayBeInvited = useMayBeInvited(given)
  const endSessions = useChange(sessionCalls.endSessionsOf, session.endedAllOf(username))
  const suspend = useSuspend(given)
  const isEnabled = status === ENABLED
  const isOwn = userId === ownId

  const askToDisable = (): void =>
    void confirmWithAccounts([userId], {
      title: user.disableAsk(username),
      content: user.disableHelp,
      okText: common.disable,
      onOk: () => setStatus.mutateAsync(DISABLED),
    })
  const askToEndSessions = (): void =>
    confirm({
      title: user.endSessionsAsk(username),
      content: session.endManyHelp,
      okText: user.endSessions,
      onOk: () => endSessions.mutateAsync(userId),
    })
  const askToInvite = (): void =>
    confirm({
      title: user.inviteAsk(username),
      content: passwordLink.inviteHelp,
      okText: passwordLink.invite,
      isDangerous: false,
      onOk: () => invite.mutateAsync(userId),
    })
  const askToRemove = (): void =>
    void confirmWithAccounts([userId], {
      title: user.removeAsk(username),
      content: user.removeHelp,
      okText: common.remove,
      onOk: () => remove.mutateAsync(userId).then(onRemoved),
    })

  const actions = [
    mayChange &&
      [`/sys-user/${userId}`, editedAt].some((path) => path !== undefined && mayCall('PUT', path)) && {
        key: 'edit',
        label: common.edit,
        onClick: onEdit,
      },
    ...(mayChange ? more : []),
    // Users change their own password on the profile page, with the old one.
    mayChange &&
      !isOwn &&
      onPassword !== undefined &&
      mayCall('PUT', `/sys-user/${userId}/password`) && {
        key: 'password',
        label: password.set,
        onClick: onPassword,
      },
    mayChange &&
      !isOwn &&
      mayBeInvited && {
        key: 'invite',
        label: passwordLink.invite,
        onClick: askToInvite,
      },
    onLoginMethods !== undefined &&
      mayCall('GET', `/sys-user/${userId}/login-methods`) && {
        key: 'login-methods',
        label: methods.title,
        onClick: onLoginMethods,
      },
    mayChange &&
      !isOwn &&
      suspension === undefined &&
      mayCall('PUT', `/sys-user/${userId}/status`) && {
        key: 'status',
        label: isEnabled ? common.disable : common.enable,
        onClick: isEnabled ? askToDisable : () => setStatus.mutate(ENABLED),
      },
    suspend !== undefined && { key: 'suspend', label: suspending.suspend, danger: true, onClick: suspend },
    (mayChange || isOwn) &&
      mayCall('DELETE', '/session') && {
        key: 'sessions',
        label: user.endSessions,
        onClick: askToEndSessions,
      },
    mayChange &&
      !isOwn &&
      mayCall('DELETE', `/sys-user/${userId}`) && {
        key: 'remove',
        label: common.remove,
        danger: true,
        onClick: askToRemove,
      },
  ].filter((action) => action !== false)
  return <RowActions of={username} actions={actions} />
}
