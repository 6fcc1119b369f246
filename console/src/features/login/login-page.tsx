import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { type CaptchaState, useCaptcha } from '../../shell/login/captcha.tsx'
import { LoginCard } from '../../shell/login/login-card.tsx'
import { storeReturnPath } from '../../shell/login/stored-return-path.ts'
import { useLogin } from '../../shell/login/use-login.ts'
import { pathAfterLogin } from '../../shell/own-session/return-path.ts'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { oidcCalls } from '../oidc/calls.ts'
import { ProviderForm } from '../oidc/provider-form.tsx'
import { CodeForm } from '../one-time-codes/code-form.tsx'
import { loadPasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'
import { passkeyCalls } from '../passkeys/calls.ts'
import { ForgottenForm } from '../password-links/forgotten-form.tsx'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { type LoginOption, loginOptions } from './login-options.ts'
import { MethodIcon } from './method-icon.tsx'

/** Offers the enabled methods in the order of the settings. The form of the first one is open. */
export default function LoginPage() {
  const { login, loginForm, passwordLink } = useTexts()
  const config = useAppConfig()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const from = pathAfterLogin(params.get('from'))
  const attempt = useLogin(from)
  const username = useRef(typeof state?.username === 'string' ? state.username : '')
  const [isForgotten, setIsForgotten] = useState(false)
  const options = loginOptions(config?.loginMethods)
  const shared = useCaptcha(options.some(({ captchaRequired }) => captchaRequired))
  const [chosenKey, setChosenKey] = useState<string>()
  const chosen = options.find(({ key }) => key === chosenKey) ?? options[0]
  const hasPasskeys = options.some(({ kind }) => kind === 'passkey')
  useEffect(() => {
    if (hasPasskeys) void loadPasskeys().catch(() => {})
  }, [hasPasskeys])

  /** All options that require a captcha share one. */
  const captchaOf = ({ captchaRequired }: Pick<LoginOption, 'captchaRequired'>): CaptchaState =>
    captchaRequired ? shared : { ...shared, isRequired: false, answer: () => ({}) }

  /** Starts the login of an option that needs nothing but, perhaps, the captcha. */
  async function start(option: LoginOption): Promise<void> {
    const captcha = captchaOf(option)
    if (captcha.isRequired && !captcha.isWanted) return captcha.want()
    const isDone = await attempt.run(async () => {
      if (option.kind === 'oidc') {
        const { url } = await oidcCalls.startOidcLogin(option.provider, captcha.answer())
        storeReturnPath(from)
        window.location.assign(url)
      } else if (option.kind === 'passkey') {
        const { uuid, options: challenge } = await passkeyCalls.startPasskeyLogin(captcha.answer())
        return attempt.logIn({ method: 'passkey', uuid, credential: await signWithPasskey(challenge) })
      }
    })
    if (!isDone && captcha.isRequired) captcha.used()
  }

  function choose(option: LoginOption): void {
    attempt.restart()
    setChosenKey(option.key)
    if (option.captchaRequired) shared.want()
    const needsCaptcha = option.captchaRequired && shared.typed.current === ''
    if (!needsCaptcha && (option.kind === 'oidc' || option.kind === 'passkey')) void start(option)
  }

  const labelOf = (option: LoginOption): string =>
    option.kind === 'oidc' ? login.withProvider(option.label) : login.with[option.kind]
  const reason: unknown = state?.message
  const note =
    typeof reason === 'string'
      ? {
          message: from === '/' ? reason : `${reason} ${login.back}`,
          requestId: String(state?.requestId ?? ''),
        }
      : undefined

  if (attempt.ticket !== undefined) {
    return (
      <LoginCard title={loginForm.secondFactor} refusal={attempt.refusal}>
        <SecondFactorForm ticket={attempt.ticket} attempt={attempt} onRestart={attempt.restart} />
      </LoginCard>
    )
  }
  const mayForget = config?.passwordLinks.includes('forgotten') === true
  const showForgotten = (shown: boolean): void => {
    attempt.restart()
    setIsForgotten(shown)
  }
  if (isForgotten) {
    return (
      <LoginCard title={passwordLink.forgotten} refusal={attempt.refusal}>
        <ForgottenForm
          attempt={attempt}
          captcha={captchaOf({ captchaRequired: config?.captchaRequired ?? false })}
          username={username}
          onBack={() => showForgotten(false)}
        />
      </LoginCard>
    )
  }
  return (
    <LoginCard title={loginForm.title} note={note} refusal={attempt.refusal}>
      {config?.firstRun && (
        <div className="login-note">
          <p>{login.firstRun}</p>
          <p>
            {login.firstRunLost} <code>castellan user passwd admin</code>
          </p>
        </div>
      )}
      {chosen?.kind === 'credentials' && (
        <CredentialsForm
          methods={chosen.methods}
          attempt={attempt}
          captcha={captchaOf(chosen)}
          username={username}
        />
      )}
      {chosen?.kind === 'credentials' && mayForget && (
        <button type="button" className="login-link" onClick={() => showForgotten(true)}>
          {passwordLink.forgot}
        </button>
      )}
      {chosen?.kind === 'code' && (
        <CodeForm
          channels={chosen.channels}
          attempt={attempt}
          captcha={captchaOf(chosen)}
          username={username}
        />
      )}
      {(chosen?.kind === 'oidc' || chosen?.kind === 'passkey') && (
        <ProviderForm
          key={chosen.key}
          label={labelOf(chosen)}
          icon={<MethodIcon option={chosen} />}
          captcha={captchaOf(chosen)}
          isSending={attempt.isSending}
          onSubmit={() => void start(chosen)}
        />
      )}
      {options.length > 1 && (
        <div className="login-others">
          <h2>{login.others}</h2>
          {options
            .filter((option) => option !== chosen)
            .map((option) => (
              <button
                key={option.key}
                type="button"
                disabled={attempt.isSending}
                onClick={() => choose(option)}
              >
                <MethodIcon option={option} />
                {labelOf(option)}
              </button>
            ))}
        </div>
      )}
    </LoginCard>
  )
}
