import type { Viewer } from '../../shell/feature.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'

/** Returns which lists of requests a user may see, of those that the settings enable. */
export function requestPagesOf({ mayCall, roleKey, config }: Viewer) {
  return {
    hasAccessRequests: config?.accessRequests === true && mayCall('GET', '/access-request'),
    hasConfirmations: config?.fourEyes === true && roleKey === ADMIN_ROLE_KEY,
  }
}

/** Returns which of them the viewer may see. */
export function useRequestPages() {
  const { mayCall, roleKey } = useOwnSession()
  const config = useAppConfig()
  return { isLoading: config === undefined, ...requestPagesOf({ mayCall, roleKey, config }) }
}
