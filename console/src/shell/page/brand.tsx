import { useQuery } from '@tanstack/react-query'
import { ownCalls } from '../api/own-calls.ts'
import castle from './castle.svg'

const RETRY_INTERVAL_MS = 3_000

export function useAppConfig() {
  return useQuery({
    queryKey: ['app-config'],
    queryFn: ownCalls.appConfig,
    staleTime: Number.POSITIVE_INFINITY,
    // The login page needs it to know whether a captcha is required.
    refetchInterval: ({ state }) => (state.data ? false : RETRY_INTERVAL_MS),
  }).data
}

export function Brand() {
  const config = useAppConfig()
  return (
    <span className="brand">
      <img src={castle} alt="" width={28} height={28} />
      <span>{config?.sys_app_name ?? 'Castellan'}</span>
    </span>
  )
}
