import type { Schemas } from '../../shell/api/client.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { ENABLED } from '../../shell/page/status-tag.tsx'

/** Returns whether the own role permits sending this user a link to set the password. */
export function useMayBeInvited({
  userId,
  status,
  loginMethods,
}: Pick<Schemas['User'], 'userId' | 'status' | 'loginMethods'>): boolean {
  const { mayCall } = useOwnSession()
  const isOffered = useAppConfig()?.passwordLinks.includes('invitation') === true
  const mayHavePassword = loginMethods.length === 0 || loginMethods.includes('password')
  return (
    isOffered &&
    status === ENABLED &&
    mayHavePassword &&
    mayCall('POST', `/sys-user/${userId}/invitation`) &&
    mayCall('PUT', `/sys-user/${userId}/password`)
  )
}
