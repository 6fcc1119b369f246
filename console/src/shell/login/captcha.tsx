import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { ownCalls } from '../api/own-calls.ts'
import { useTexts } from '../language/language.tsx'
import { type Failure, failureOf, RequestId } from '../page/request-id.tsx'
import { LoginField } from './login-field.tsx'

export interface CaptchaState {
  readonly isRequired: boolean
  /** Whether the captcha is fetched: once the user has begun to log in. */
  readonly isWanted: boolean
  readonly form: 'image' | 'audio'
  /** The image or the recording. */
  readonly data: string | undefined
  readonly problem: Failure | undefined
  readonly input: RefObject<HTMLInputElement | null>
  /** What the user has typed. It stays when the user chooses another method. */
  readonly typed: RefObject<string>
  /** Returns the fields of the request. */
  answer(): { readonly uuid?: string; readonly code?: string }
  /** Fetches the first captcha. */
  want(): void
  renew(): void
  /** Fetches a new captcha in the given form. */
  fetchAs(form: 'image' | 'audio'): void
  /** A captcha is valid for one attempt. */
  used(): void
}

/** A captcha expires after two minutes and is replaced before that. */
const RENEWED_AFTER_MILLISECONDS = 110_000

export function useCaptcha(isRequired: boolean): CaptchaState {
  const { problem } = useTexts()
  const [isWanted, setIsWanted] = useState(false)
  const [form, setForm] = useState<CaptchaState['form']>('image')
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef('')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['captcha', form],
    queryFn: () => ownCalls.captcha(form),
    enabled: isRequired && isWanted,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: RENEWED_AFTER_MILLISECONDS,
  })
  const current = isFetching ? undefined : data
  const want = (): void => setIsWanted(true)
  const renew = (): void => {
    if (!isWanted) want()
    else if (isRequired) void refetch()
  }
  return {
    isRequired,
    isWanted,
    form,
    data: current?.data,
    problem: current || !error ? undefined : failureOf(error, problem),
    input,
    typed,
    answer: () => (isRequired ? { ...(current ? { uuid: current.uuid } : {}), code: typed.current } : {}),
    want,
    renew,
    fetchAs(next) {
      if (next === form) return renew()
      want()
      setForm(next)
    },
    used() {
      renew()
      typed.current = ''
      if (input.current) input.current.value = ''
      input.current?.focus()
    },
  }
}

/** Shows the captcha with its field, as an image or as a recording. */
export function CaptchaFields({ captcha }: { readonly captcha: CaptchaState }) {
  const { captchaForm } = useTexts()
  // A recording that replaces an expired one does not start by itself.
  const [isAwaited, setIsAwaited] = useState(false)
  if (!captcha.isRequired) return null
  const { form, data } = captcha
  const isAudio = form === 'audio'
  const listen = (): void => {
    setIsAwaited(true)
    captcha.fetchAs('audio')
  }
  return (
    <>
      <div className="captcha-row">
        <LoginField
          id="code"
          label={captchaForm.label}
          ref={captcha.input}
          autoComplete="off"
          maxLength={64}
          defaultValue={captcha.typed.current}
          onFocus={captcha.want}
          onChange={(event) => {
            captcha.typed.current = event.target.value
          }}
        />
        {isAudio ? (
          <div className="captcha-audio">
            {data && (
              // biome-ignore lint/a11y/useMediaCaption: a caption would be the answer
              <audio
                controls
                src={data}
                aria-label={captchaForm.recording}
                autoPlay={isAwaited}
                onPlaying={() => setIsAwaited(false)}
              />
            )}
          </div>
        ) : (
          <button type="button" className="captcha" onClick={captcha.renew} aria-label={captchaForm.picture}>
            {data ? (
              <img src={data} alt="" />
            ) : (
              <span aria-hidden="true">{captcha.problem || !captcha.isWanted ? '↻' : '…'}</span>
            )}
          </button>
        )}
      </div>
      <div className="captcha-help">
        <div className="muted" role="status">
          {captcha.problem?.message ?? (isAudio ? captchaForm.audioHint : captchaForm.hint)}
          <RequestId id={captcha.problem?.requestId ?? ''} />
        </div>
        <button type="button" className="login-link" onClick={listen}>
          {isAudio ? captchaForm.newRecording : captchaForm.listen}
        </button>
        {isAudio && (
          <button type="button" className="login-link" onClick={() => captcha.fetchAs('image')}>
            {captchaForm.showPicture}
          </button>
        )}
      </div>
    </>
  )
}
