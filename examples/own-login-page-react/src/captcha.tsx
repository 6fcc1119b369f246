import { type ReactNode, useEffect, useState } from 'react'
import { client, messageOf } from './client.ts'

/** A captcha expires after two minutes, and is replaced before that. */
const RENEWAL_MS = 110_000

interface CaptchaState {
  /** The field of the form. */
  readonly field: ReactNode
  /** The members of the request. */
  readonly answer: { readonly uuid?: string; readonly code?: string }
  /** A captcha is valid for one attempt. */
  renew(): void
}

export function useCaptcha(isRequired: boolean): CaptchaState {
  const [form, setForm] = useState<'image' | 'audio'>('image')
  const [count, setCount] = useState(0)
  const [captcha, setCaptcha] = useState({ uuid: '', data: '', problem: '' })
  const [code, setCode] = useState('')
  const renew = (): void => setCount((before) => before + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count requests a new captcha
  useEffect(() => {
    if (!isRequired) return
    let isCurrent = true
    setCode('')
    setCaptcha({ uuid: '', data: '', problem: '' })
    client.captcha(form).then(
      (next) => isCurrent && setCaptcha({ ...next, problem: '' }),
      (error: unknown) => isCurrent && setCaptcha({ uuid: '', data: '', problem: messageOf(error) }),
    )
    const timer = setTimeout(renew, RENEWAL_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isRequired, form, count])

  if (!isRequired) return { field: null, answer: {}, renew }
  const { uuid, data, problem } = captcha
  const field = (
    <fieldset>
      <label htmlFor="captcha">Captcha</label>
      <div className="row">
        <input
          id="captcha"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {data !== '' && form === 'image' && <img src={data} alt="Captcha: five characters" />}
        {/* biome-ignore lint/a11y/useMediaCaption: a caption would be the answer */}
        {data !== '' && form === 'audio' && <audio controls src={data} aria-label="Spoken captcha" />}
      </div>
      {problem !== '' && <p role="alert">{problem}</p>}
      <div className="row">
        <button type="button" className="link" onClick={renew}>
          New captcha
        </button>
        <button type="button" className="link" onClick={() => setForm(form === 'image' ? 'audio' : 'image')}>
          {form === 'image' ? 'Listen' : 'Show a picture'}
        </button>
      </div>
    </fieldset>
  )
  return { field, answer: { uuid, code }, renew }
}
