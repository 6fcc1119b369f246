import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, api, type LoginRequest, UNAUTHORIZED } from '../api.ts'
import { Brand, useAppConfig } from '../frame/brand.tsx'
import { DevBanner } from '../frame/dev-banner.tsx'
import { useTexts } from '../language/language.tsx'
import { RequestId, requestIdOf } from '../page/request-id.tsx'
import { OWN_INFO } from '../session/own-info.ts'
import { storeSessionEnd } from '../session/stored-session-end.ts'
import { Captcha, useCaptcha } from './captcha.tsx'
import { LoginField, LoginPassword } from './login-field.tsx'
import { LoginPreferences } from './login-preferences.tsx'
import { returnPath } from './return-path.ts'

type Values = Pick<LoginRequest, 'username' | 'password' | 'code'>

/** Plain HTML: it works before Ant Design, most of the console's size, is loaded. */
export default function LoginPage() {
  const { login, problem } = useTexts()
  const config = useAppConfig()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const username = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha(config?.captchaRequired ?? false)
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly requestId: string }>()
  const [isSending, setIsSending] = useState(false)
  const from = returnPath(params.get('from'))
  const reason: unknown = state?.message
  useEffect(() => {
    document.title = `${login.title} · Castellan`
  }, [login])
  useEffect(() => {
    username.current?.focus()
    // Loads the rest of the console while the user types. A failure is reported when it is needed.
    void import('../frame/authenticated-layout.tsx').catch(() => {})
  }, [])

  async function send(values: Values): Promise<void> {
    setIsSending(true)
    setRefusal(undefined)
    try {
      const { expire } = await api.login({ ...values, ...(captcha.uuid ? { uuid: captcha.uuid } : {}) })
      // The own info shows whether the browser stored the cookie.
      const own = await api.ownInfo().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== UNAUTHORIZED) throw error
        throw new ApiError({ code: UNAUTHORIZED, message: login.cookieLost })
      })
      storeSessionEnd(expire)
      client.clear()
      client.setQueryData(OWN_INFO, own)
      await navigate(from, { replace: true })
    } catch (error) {
      setRefusal({
        message: error instanceof ApiError ? error.message : problem.crashed,
        requestId: requestIdOf(error),
      })
      // A captcha is valid for one attempt.
      captcha.renew()
      if (code.current) code.current.value = ''
      code.current?.focus()
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    void send({
      username: text('username'),
      password: text('password'),
      ...(fields.has('code') ? { code: text('code') } : {}),
    })
  }

  return (
    <div className="login">
      <DevBanner />
      <LoginPreferences />
      <main className="login-card card">
        <Brand />
        <h1>{login.title}</h1>
        {refusal === undefined && typeof reason === 'string' && (
          <div className="login-note">
            <p>{from === '/' ? reason : `${reason} ${login.back}`}</p>
            <RequestId id={String(state?.requestId ?? '')} />
          </div>
        )}
        <div aria-live="assertive">
          {refusal && (
            <div className="login-refusal">
              <p>{refusal.message}</p>
              <RequestId id={refusal.requestId} />
            </div>
          )}
        </div>
        <form onSubmit={submit}>
          <LoginField
            id="username"
            label={login.username}
            ref={username}
            autoComplete="username"
            maxLength={64}
          />
          <LoginPassword label={login.password} />
          {config?.captchaRequired && (
            <>
              <div className="captcha-row">
                <LoginField id="code" label={login.captcha} ref={code} autoComplete="off" maxLength={64} />
                <Captcha captcha={captcha} />
              </div>
              <p className="muted">{captcha.problem ?? login.captchaHint}</p>
            </>
          )}
          <button type="submit" className="login-submit" disabled={isSending}>
            {login.submit}
          </button>
        </form>
      </main>
    </div>
  )
}
