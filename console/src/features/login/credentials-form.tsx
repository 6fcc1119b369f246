import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CaptchaFields, type CaptchaState } from '../../shell/login/captcha.tsx'
import { LoginField, LoginPassword } from '../../shell/login/login-field.tsx'
import type { Login } from '../../shell/login/use-login.ts'
import type { PasswordMethod } from './login-options.ts'

interface CredentialsFormProps {
  readonly methods: readonly PasswordMethod[]
  readonly attempt: Login
  readonly captcha: CaptchaState
  /** The typed name, which stays when the user chooses another method. */
  readonly username: RefObject<string>
}

/** Logs in with a username and a password, of this service or of a directory. */
export function CredentialsForm({
  methods,
  attempt: { run, logIn, isSending },
  captcha,
  username,
}: CredentialsFormProps) {
  const { login, loginForm } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  // The name is known after the change of a password, or if another method was chosen before.
  useEffect(() => {
    const missing = username.current === '' ? 'username' : 'password'
    form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus()
  }, [username])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const method = methods.find((one) => one === fields.get('method')) ?? methods[0]
    const isLoggedIn = await run(() =>
      logIn({
        ...(method === 'ldap' ? { method } : {}),
        username: String(fields.get('username')),
        password: String(fields.get('password')),
        ...captcha.answer(),
      }),
    )
    if (!isLoggedIn) captcha.used()
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onChange={captcha.want}>
      {methods.length > 1 && (
        <fieldset className="login-choice">
          <legend>{login.account}</legend>
          {methods.map((method, index) => (
            <label key={method}>
              <input type="radio" name="method" value={method} defaultChecked={index === 0} />
              {login.accounts[method]}
            </label>
          ))}
        </fieldset>
      )}
      <LoginField
        id="username"
        label={loginForm.username}
        autoComplete="username"
        maxLength={64}
        defaultValue={username.current}
        onChange={(event) => {
          username.current = event.target.value
        }}
      />
      <LoginPassword label={login.password} />
      <CaptchaFields captcha={captcha} />
      <button type="submit" className="login-submit" disabled={isSending}>
        {loginForm.submit}
      </button>
    </form>
  )
}
