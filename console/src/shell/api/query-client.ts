import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NO_RESPONSE, UNAUTHORIZED } from '../../../../packages/client/src/index.ts'
import { OWN_INFO } from './own-info.ts'

/** After a denied permission, the own info shows which permissions are left. After no response, it shows the problem. */
const refetchOwnInfo = (error: unknown, isOwnInfo = false): void => {
  if (!(error instanceof ApiError) || error.isLoginDue || isOwnInfo) return
  if ([UNAUTHORIZED, NO_RESPONSE].includes(error.code))
    void queryClient.refetchQueries({ queryKey: OWN_INFO })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => refetchOwnInfo(error, query.queryKey[0] === OWN_INFO[0]),
  }),
  mutationCache: new MutationCache({ onError: (error) => refetchOwnInfo(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Requests are sent even if the browser reports that it is offline, so that an error is shown.
      networkMode: 'always',
      // A refused request would be refused again.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.code === NO_RESPONSE,
    },
    mutations: { networkMode: 'always' },
  },
})
