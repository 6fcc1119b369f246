import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { refusalText } from '../page/refusal-text.ts'

export interface CaptchaState {
  readonly uuid: string | undefined
  readonly picture: string | undefined
  readonly problem: string | undefined
  renew(): void
}

/** A captcha expires after two minutes and is replaced before that. */
const RENEWED_AFTER_MILLISECONDS = 110_000

export function useCaptcha(required: boolean): CaptchaState {
  const { problem } = useTexts()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['captcha'],
    queryFn: api.captcha,
    enabled: required,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: RENEWED_AFTER_MILLISECONDS,
  })
  const current = isFetching ? undefined : data
  return {
    uuid: current?.uuid,
    picture: current?.data,
    problem: current || !error ? undefined : refusalText(error, problem),
    renew: () => void (required && refetch()),
  }
}

export function Captcha({ captcha }: { readonly captcha: CaptchaState }) {
  const { login } = useTexts()
  return (
    <button type="button" className="captcha" onClick={captcha.renew} aria-label={login.captchaPicture}>
      {captcha.picture ? (
        <img src={captcha.picture} alt="" />
      ) : (
        <span aria-hidden="true">{captcha.problem ? '↻' : '…'}</span>
      )}
    </button>
  )
}
