import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'

/** Returns which lists of requests the user may see, of those that the settings enable. */
export function useRequestPages() {
  const { mayCall, roleKey } = useOwnSession()
  const config = useAppConfig()
  return {
    isLoading: config === undefined,
    hasAccessRequests: config?.accessRequests === true && mayCall('GET', '/access-request'),
    hasConfirmations: config?.fourEyes === true && roleKey === ADMIN_ROLE_KEY,
  }
}
