import { type FormEvent, useEffect, useRef } from 'react'
import { useTexts } from '../language/language.tsx'
import { LoginField } from './login-field.tsx'
import type { Login } from './use-login.ts'

interface SecondFactorFormProps {
  readonly ticket: string
  readonly attempt: Login
  /** Returns to the first factor. */
  readonly onRestart: () => void
}

/** The second step of a login, after the first factor was right. */
export function SecondFactorForm({
  ticket,
  attempt: { run, logIn, isSending },
  onRestart,
}: SecondFactorFormProps) {
  const { login } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const secondFactorCode = field.current?.value.trim() ?? ''
    if (await run(() => logIn({ ticket, secondFactorCode }))) return
    if (field.current) field.current.value = ''
    field.current?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{login.secondFactorHelp}</p>
      <LoginField
        id="second-factor-code"
        label={login.secondFactorCode}
        ref={field}
        autoComplete="one-time-code"
        maxLength={64}
      />
      <button type="submit" className="login-submit" disabled={isSending}>
        {login.submit}
      </button>
      <button type="button" className="login-link" onClick={onRestart}>
        {login.restart}
      </button>
    </form>
  )
}
