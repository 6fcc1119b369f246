import type { ApiError, Schemas } from 'castellan/client'
import { useEffect, useState } from 'react'
import type { Show } from './app.tsx'
import { leaveForProvider } from './arrival.ts'
import { useCaptcha } from './captcha.tsx'
import { client, messageOf } from './client.ts'
import { Field, StepForm } from './step-form.tsx'

interface LogInProps {
  readonly error: ApiError | undefined
  readonly note: string
  readonly show: Show
}

type Offered = Pick<Schemas['AppConfig'], 'loginMethods' | 'passwordLinks'>

/** Offered if the service does not say what it offers. */
const PASSWORD_ONLY: Offered = {
  loginMethods: [{ method: 'password', captchaRequired: true }],
  passwordLinks: [],
}

/** The first factor: a password, or a provider of single sign-on. */
export function LogIn({ error, note, show }: LogInProps) {
  const [offered, setOffered] = useState<Offered>()
  const [isForgotten, setIsForgotten] = useState(false)
  // Whoever opens the page without a session knows that.
  const [problem, setProblem] = useState(error && error.reason !== 'token-missing' ? error.message : '')
  const methods = offered?.loginMethods ?? []
  const needsCaptcha = (name: string): boolean =>
    methods.some(({ method, captchaRequired }) => method === name && captchaRequired)
  const captcha = useCaptcha(methods.some(({ captchaRequired }) => captchaRequired))
  const isPasswordOffered = methods.some(({ method }) => method === 'password')

  useEffect(() => {
    client.get('/api/v1/app-config').then(setOffered, (failure: unknown) => {
      setOffered(PASSWORD_ONLY)
      setProblem(messageOf(failure))
    })
  }, [])

  async function startOidc(provider: string): Promise<void> {
    setProblem('')
    try {
      const { url } = await client.send<{ url: string }>('GET', '/api/v1/login/oidc/{provider}', {
        parameters: { provider },
        query: needsCaptcha('oidc') ? captcha.answer : {},
      })
      leaveForProvider(url)
    } catch (failure) {
      setProblem(messageOf(failure))
      captcha.renew()
    }
  }

  if (!offered) return <main aria-busy="true" />
  if (isForgotten) {
    const close: Show = (step, text) => {
      setIsForgotten(false)
      show(step, text)
    }
    return <ForgotPassword isCaptchaRequired={needsCaptcha('password')} show={close} />
  }
  return (
    <StepForm
      title="Log in"
      note={note}
      problem={problem}
      submit={isPasswordOffered ? 'Log in' : undefined}
      onSubmit={async ({ username = '', password = '' }) =>
        show(await client.login({ username, password, ...captcha.answer }))
      }
      onRefused={captcha.renew}
      others={
        <>
          {offered.passwordLinks.includes('forgotten') && (
            <button type="button" className="link" onClick={() => setIsForgotten(true)}>
              Forgot password?
            </button>
          )}
          {methods.map(({ method, provider = '', label = provider }) =>
            method === 'oidc' ? (
              <button
                key={provider}
                type="button"
                className="quiet"
                onClick={({ currentTarget: { form } }) => {
                  const text = form?.querySelector<HTMLInputElement>('#captcha')
                  if (!needsCaptcha('oidc') || text?.reportValidity()) void startOidc(provider)
                }}
              >
                Log in with {label}
              </button>
            ) : null,
          )}
        </>
      }
    >
      {isPasswordOffered && (
        <>
          <Field label="Username" name="username" autoComplete="username" maxLength={64} />
          <Field label="Password" name="password" type="password" autoComplete="current-password" />
        </>
      )}
      {captcha.field}
    </StepForm>
  )
}

function ForgotPassword({ isCaptchaRequired, show }: { isCaptchaRequired: boolean; show: Show }) {
  const captcha = useCaptcha(isCaptchaRequired)
  return (
    <StepForm
      title="Forgot password"
      submit="Send link"
      onSubmit={async ({ account = '' }) => {
        await client.send('POST', '/api/v1/forgotten-password', { body: { account, ...captcha.answer } })
        show({ next: 'log-in' }, 'If there is such an account, a message was sent.')
      }}
      onRefused={captcha.renew}
      others={
        <button type="button" className="link" onClick={() => show({ next: 'log-in' })}>
          Back to the login
        </button>
      }
    >
      <p>You get a link to set a new password.</p>
      <Field label="Username, e-mail address or phone number" name="account" autoComplete="username" />
      {captcha.field}
    </StepForm>
  )
}
