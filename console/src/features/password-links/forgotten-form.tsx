import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../shell/api/api.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { CaptchaFields, type CaptchaState } from '../../shell/login/captcha.tsx'
import { LoginField } from '../../shell/login/login-field.tsx'
import type { Login } from '../../shell/login/use-login.ts'

interface ForgottenFormProps {
  readonly attempt: Login
  readonly captcha: CaptchaState
  readonly username: RefObject<string>
  readonly onBack: () => void
}

/** Requests a link to set a new password. The page shows the same whether the account exists or not. */
export function ForgottenForm({ attempt, captcha, username, onBack }: ForgottenFormProps) {
  const { login } = useTexts()
  const [isSent, setIsSent] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => (isSent ? back : first).current?.focus(), [isSent])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const account = String(new FormData(event.currentTarget).get('account'))
    const isDone = await attempt.run(() => api.requestPasswordLink({ account, ...captcha.answer() }))
    captcha.used()
    if (isDone) setIsSent(true)
  }

  const backButton = (
    <button type="button" className="login-link" ref={back} onClick={onBack}>
      {login.restart}
    </button>
  )
  if (isSent) {
    return (
      <>
        <p role="status">{login.linkSent}</p>
        {backButton}
      </>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} onChange={captcha.want}>
      <p>{login.forgottenHelp}</p>
      <LoginField
        id="account"
        label={login.usernameOrAddress}
        ref={first}
        autoComplete="username"
        maxLength={255}
        defaultValue={username.current}
      />
      <CaptchaFields captcha={captcha} />
      <button type="submit" className="login-submit" disabled={attempt.isSending}>
        {login.sendLink}
      </button>
      {backButton}
    </form>
  )
}
