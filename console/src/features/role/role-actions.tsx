import { useNavigate } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { DISABLED, ENABLED } from '../../shell/page/status-tag.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useOpened } from '../../shell/page/use-opened.ts'
import { usePolicyPreview } from '../preview/policy-preview.tsx'
import { sessionCalls } from '../session/calls.ts'
import { roleCalls } from './calls.ts'
import { ADMIN_ROLE_KEY } from './select/admin-role.ts'

interface RoleActionsProps {
  readonly role: Schemas['ListedRole']
  readonly onRemoved?: () => void
}

/** Returns the actions on this role that the own role permits. */
export function RoleActions({ role: given, onRemoved }: RoleActionsProps) {
  const { roleId, roleKey, roleName, status } = given
  const { role, user, session, common } = useTexts()
  const { mayCall, roleKey: ownRoleKey } = useOwnSession()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const { open } = useOpened()
  const previewOf = usePolicyPreview()
  const remove = useChange(roleCalls.removeRole, common.removed)
  const setStatus = useChange((next: string) => roleCalls.changeRole(roleId, { status: next }), common.saved)
  const endSessions = useChange(sessionCalls.endSessionsOfRole, session.endedAllOfRole(roleName))
  const isEnabled = status === ENABLED
  const isAdmin = roleKey === ADMIN_ROLE_KEY
  const mayChange = given.mayChange && mayCall('PUT', `/role/${roleId}`)

  const withPreview = (help: string) => (
    <>
      {help}
      {previewOf({ disableRoles: [roleKey] })}
    </>
  )
  const askToDisable = (): void =>
    confirm({
      title: role.disableAsk(roleName),
      content: withPreview(role.disableHelp),
      okText: common.disable,
      onOk: () => setStatus.mutateAsync(DISABLED),
    })
  const askToEndSessions = async (): Promise<void> => {
    const mayCount = mayCall('GET', `/role/${roleId}/sessions`)
    // Without the numbers, the sessions can be ended all the same.
    const ended = mayCount ? await sessionCalls.roleSessions(roleId).catch(() => undefined) : undefined
    confirm({
      title: role.endSessionsAsk(roleName),
      content: (
        <>
          {ended && <p>{role.endSessionsCount(ended.sessions, ended.users)}</p>}
          {roleKey === ownRoleKey && <p>{role.endOwnSession}</p>}
          <p>{role.endSessionsHelp}</p>
        </>
      ),
      okText: user.endSessions,
      onOk: () => endSessions.mutateAsync(roleId),
    })
  }
  const askToRemove = (): void =>
    confirm({
      title: role.removeAsk(roleName),
      content: withPreview(role.removeHelp),
      okText: common.remove,
      onOk: () => remove.mutateAsync(roleId).then(onRemoved),
    })

  const actions = [
    mayChange && { key: 'edit', label: common.edit, onClick: () => open(`edit ${roleId}`) },
    mayCall('GET', '/policy') && {
      key: 'rules',
      label: role.rules,
      onClick: () => void navigate(addressOf('/permissions/rules', { roleKey })),
    },
    !isAdmin &&
      given.mayAssign &&
      mayCall('POST', `/role/${roleId}/copy`) &&
      mayCall('POST', '/policy') && { key: 'copy', label: role.copy, onClick: () => open(`copy ${roleId}`) },
    !isAdmin &&
      mayChange && {
        key: 'status',
        label: isEnabled ? common.disable : common.enable,
        onClick: isEnabled ? askToDisable : () => setStatus.mutate(ENABLED),
      },
    given.mayAssign &&
      mayCall('DELETE', '/session') && {
        key: 'sessions',
        label: user.endSessions,
        onClick: () => void askToEndSessions(),
      },
    !isAdmin &&
      given.mayChange &&
      mayCall('DELETE', `/role/${roleId}`) && {
        key: 'remove',
        label: common.remove,
        danger: true,
        onClick: askToRemove,
      },
  ].filter((action) => action !== false)
  return <RowActions of={roleName} actions={actions} />
}
