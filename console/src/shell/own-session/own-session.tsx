import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError, type Schemas, UNAUTHORIZED } from '../api/client.ts'
import { ownCalls } from '../api/own-calls.ts'
import { OWN_INFO } from '../api/own-info.ts'
import { Loading } from '../page/loading.tsx'
import { Problem } from '../page/problem.tsx'
import { MayExplain } from '../page/request-id.tsx'
import { type MayCall, mayCallOf } from './may-call.ts'
import { loginPath } from './return-path.ts'

type OwnSession = Schemas['Info'] & {
  readonly roleKey: string
  /** Returns whether the role may call an endpoint. Actions that it may not call are hidden. */
  readonly mayCall: MayCall
  /** Why the last request failed. The data on the page may be outdated. */
  readonly connectionProblem: string | undefined
}

const Context = createContext<OwnSession | undefined>(undefined)
const REFETCH_INTERVAL_MS = 20_000
const RETRY_INTERVAL_MS = 3_000

/**
 * Renders its children for logged-in users only. `code` 401 means either that the session has ended or that the role may
 * not do something. The own info shows which, so it is refetched after every such response.
 */
export function OwnSessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: OWN_INFO,
    queryFn: ownCalls.ownInfo,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_INTERVAL_MS : REFETCH_INTERVAL_MS),
  })
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const wasLoggedIn = useRef(false)
  const isLoggedOut = error instanceof ApiError && error.code === UNAUTHORIZED
  const connectionProblem = isLoggedOut ? undefined : error?.message

  useEffect(() => {
    if (data) wasLoggedIn.current = true
  }, [data])
  // Navigation checks that the session is still active.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation
  useEffect(() => void client.invalidateQueries({ queryKey: OWN_INFO }), [client, pathname])
  // The next session must not see cached data of this one.
  useEffect(() => {
    if (isLoggedOut) client.removeQueries({ predicate: isNotOwnInfo })
  }, [client, isLoggedOut])
  useRefetchOnChange(data?.userId, connectionProblem !== undefined)

  if (isLoggedOut) {
    const from = `${pathname}${search}`
    const { message, requestId } = error
    const state = wasLoggedIn.current || from !== '/' ? { message, requestId } : {}
    return <Navigate to={loginPath(from)} state={state} replace />
  }
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />
  const own = {
    ...data,
    roleKey: data.roles[0] ?? '',
    mayCall: mayCallOf(data),
    connectionProblem,
  }
  return (
    <Context value={own}>
      <MayExplain value={own.mayCall('GET', '/refusal')}>{children}</MayExplain>
    </Context>
  )
}

const isNotOwnInfo = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== OWN_INFO[0]

/** Refetches everything when another user has logged in in another tab, and when the service is reachable again. */
function useRefetchOnChange(userId: number | undefined, hasConnectionProblem: boolean): void {
  const client = useQueryClient()
  const before = useRef({ userId, hasConnectionProblem })
  useEffect(() => {
    const { userId: former, hasConnectionProblem: hadConnectionProblem } = before.current
    before.current = { userId, hasConnectionProblem }
    if (former !== undefined && userId !== undefined && former !== userId) {
      void client.resetQueries({ predicate: isNotOwnInfo })
    } else if (hadConnectionProblem && !hasConnectionProblem)
      void client.invalidateQueries({ predicate: isNotOwnInfo })
  }, [client, userId, hasConnectionProblem])
}

export function useOwnSession(): OwnSession {
  const own = use(Context)
  if (!own) throw new Error('useOwnSession needs an OwnSessionGate')
  return own
}
