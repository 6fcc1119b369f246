import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { UserActions } from '../user/user-actions.tsx'
import type { useServiceAccountDialogs } from './use-service-account-dialogs.tsx'

interface ServiceAccountActionsProps {
  readonly account: Schemas['ServiceAccount']
  readonly dialogs: ReturnType<typeof useServiceAccountDialogs>
  readonly onRemoved?: () => void
}

/** Returns the actions on this account that the own role permits: those on a user, and the hand-over. */
export function ServiceAccountActions({ account, dialogs, onRemoved }: ServiceAccountActionsProps) {
  const { serviceAccount } = useTexts()
  const { mayCall } = useOwnSession()
  const mayHandOver = mayCall('PUT', `/service-account/${account.userId}`) && mayCall('GET', '/sys-user')
  const handOver = {
    key: 'hand-over',
    label: serviceAccount.handOver,
    onClick: () => dialogs.handOver(account),
  }
  return (
    <UserActions
      user={{ ...account, loginMethods: ['service'] }}
      editedAt={`/service-account/${account.userId}`}
      onEdit={() => dialogs.edit(account)}
      more={mayHandOver ? [handOver] : []}
      {...(onRemoved ? { onRemoved } : {})}
    />
  )
}
