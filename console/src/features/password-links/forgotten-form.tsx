import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CaptchaFields, type CaptchaState } from '../../shell/login/captcha.tsx'
import { LoginField } from '../../shell/login/login-field.tsx'
import type { Login } from '../../shell/login/use-login.ts'
import { passwordLinkCalls } from './calls.ts'

interface ForgottenFormProps {
  readonly attempt: Login
  readonly captcha: CaptchaState
  readonly username: RefObject<string>
  readonly onBack: () => void
}

/** Requests a link to set a new password. The page shows the same whether the account exists or not. */
export function ForgottenForm({ attempt, captcha, username, onBack }: ForgottenFormProps) {
  const { loginForm, passwordLink } = useTexts()
  const [isSent, setIsSent] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => (isSent ? back : first).current?.focus(), [isSent])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const account = String(new FormData(event.currentTarget).get('account'))
    const isDone = await attempt.run(() =>
      passwordLinkCalls.requestPasswordLink({ account, ...captcha.answer() }),
    )
    captcha.used()
    if (isDone) setIsSent(true)
  }

  const backButton = (
    <button type="button" className="login-link" ref={back} onClick={onBack}>
      {loginForm.restart}
    </button>
  )
  if (isSent) {
    return (
      <>
        <p role="status">{passwordLink.sent}</p>
        {backButton}
      </>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} onChange={captcha.want}>
      <p>{passwordLink.forgottenHelp}</p>
      <LoginField
        id="account"
        label={passwordLink.usernameOrAddress}
        ref={first}
        autoComplete="username"
        maxLength={255}
        defaultValue={username.current}
      />
      <CaptchaFields captcha={captcha} />
      <button type="submit" className="login-submit" disabled={attempt.isSending}>
        {passwordLink.send}
      </button>
      {backButton}
    </form>
  )
}
