import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError, UNAUTHORIZED } from '../answer.ts'
import { api, type OwnInfo } from '../api.ts'
import { loginAddress } from '../login/way-back.ts'
import { Loading } from '../page/loading.tsx'
import { Problem } from '../page/problem.tsx'
import { type MayCall, mayCallBy } from '../permission/may-call.ts'

export const OWN_INFO = ['own-info'] as const

interface OwnSession extends OwnInfo {
  readonly roleKey: string
  /** Whether one's role may call this: what it may not do is not offered. */
  readonly mayCall: MayCall
  /** Why the service could not be asked of late: what is shown may be old. */
  readonly trouble: string | undefined
}

const Context = createContext<OwnSession | undefined>(undefined)
const LOOK_AGAIN_MILLISECONDS = 20_000
const LOOK_AGAIN_IN_TROUBLE_MILLISECONDS = 3_000

/**
 * Lets nobody see a page who is not logged in. `code` 401 says that the login is over as well as that the role may not
 * do something: which of them it is, only the own session tells. So it is asked again after every such answer.
 */
export function OwnSessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: OWN_INFO,
    queryFn: api.ownInfo,
    retry: false,
    refetchInterval: ({ state }) =>
      state.status === 'error' ? LOOK_AGAIN_IN_TROUBLE_MILLISECONDS : LOOK_AGAIN_MILLISECONDS,
  })
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const wasIn = useRef(false)
  const isOut = error instanceof ApiError && error.code === UNAUTHORIZED
  const trouble = isOut ? undefined : error?.message

  useEffect(() => {
    if (data) wasIn.current = true
  }, [data])
  // Whoever goes to another page wants to know at once that they are out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => void client.invalidateQueries({ queryKey: OWN_INFO }), [client, pathname])
  // What one session has seen is nothing for the next.
  useEffect(() => {
    if (isOut) client.removeQueries({ predicate: isOfOthers })
  }, [client, isOut])
  useStartAfresh(data?.userId, trouble !== undefined)

  if (isOut) {
    const from = `${pathname}${search}`
    const message = wasIn.current || from !== '/' ? error.message : undefined
    return <Navigate to={loginAddress(from)} state={{ message }} replace />
  }
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />
  const own = { ...data, roleKey: data.roles[0] ?? '', mayCall: mayCallBy(data.permissions), trouble }
  return <Context value={own}>{children}</Context>
}

const isOfOthers = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== OWN_INFO[0]

/** Asks for everything anew when somebody else has logged in by another tab, and when the service is back. */
function useStartAfresh(userId: number | undefined, isInTrouble: boolean): void {
  const client = useQueryClient()
  const before = useRef({ userId, isInTrouble })
  useEffect(() => {
    const { userId: former, isInTrouble: wasInTrouble } = before.current
    before.current = { userId, isInTrouble }
    if (former !== undefined && userId !== undefined && former !== userId) {
      void client.resetQueries({ predicate: isOfOthers })
    } else if (wasInTrouble && !isInTrouble) void client.invalidateQueries({ predicate: isOfOthers })
  }, [client, userId, isInTrouble])
}

export function useOwnSession(): OwnSession {
  const own = use(Context)
  if (!own) throw new Error('there is no session')
  return own
}
