import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import castle from '../castle.svg'

const ASKED_AGAIN_MILLISECONDS = 3_000

export function useAppConfig() {
  return useQuery({
    queryKey: ['app-config'],
    queryFn: api.appConfig,
    staleTime: Number.POSITIVE_INFINITY,
    // Without it a login page does not know whether to ask for a captcha.
    refetchInterval: ({ state }) => (state.data ? false : ASKED_AGAIN_MILLISECONDS),
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
