import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CaptchaFields, type CaptchaState } from '../../shell/login/captcha.tsx'
import { CodeEntry } from '../../shell/login/code-entry.tsx'
import { LoginField } from '../../shell/login/login-field.tsx'
import type { Login } from '../../shell/login/use-login.ts'
import { oneTimeCodeCalls } from './calls.ts'

interface CodeFormProps {
  readonly channels: readonly string[]
  readonly attempt: Login
  readonly captcha: CaptchaState
  readonly username: RefObject<string>
}

/** Sends a one-time code to the user, then logs in with it. */
export function CodeForm({ channels, attempt, captcha, username }: CodeFormProps) {
  const { oneTimeCode } = useTexts()
  const [sent, setSent] = useState<{ readonly username: string; readonly uuid: string }>()

  async function send(name: string): Promise<void> {
    await attempt.run(async () => {
      const { uuid } = await oneTimeCodeCalls.sendLoginCode({ username: name, ...captcha.answer() })
      setSent({ username: name, uuid })
    })
    captcha.used()
  }

  return sent ? (
    <CodeEntry
      help={<p role="status">{oneTimeCode.sent(channels.includes('email'), channels.includes('sms'))}</p>}
      field={{ id: 'one-time-code', label: oneTimeCode.label, inputMode: 'numeric' }}
      isSending={attempt.isSending}
      restart={oneTimeCode.sendAgain}
      onSubmit={(code) => attempt.run(() => attempt.logIn({ method: 'code', ...sent, code }))}
      onRestart={() => {
        attempt.restart()
        setSent(undefined)
      }}
    />
  ) : (
    <CodeRequest captcha={captcha} username={username} isSending={attempt.isSending} onSubmit={send} />
  )
}

interface CodeRequestProps extends Pick<CodeFormProps, 'captcha' | 'username'> {
  readonly isSending: boolean
  readonly onSubmit: (username: string) => Promise<void>
}

function CodeRequest({ captcha, username, isSending, onSubmit }: CodeRequestProps) {
  const { loginForm, oneTimeCode } = useTexts()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void onSubmit(String(new FormData(event.currentTarget).get('username')))
  }
  return (
    <form onSubmit={submit} onChange={captcha.want}>
      <LoginField
        id="username"
        label={loginForm.username}
        ref={first}
        autoComplete="username"
        maxLength={64}
        defaultValue={username.current}
        onChange={(event) => {
          username.current = event.target.value
        }}
      />
      <CaptchaFields captcha={captcha} />
      <button type="submit" className="login-submit" disabled={isSending}>
        {oneTimeCode.send}
      </button>
    </form>
  )
}
