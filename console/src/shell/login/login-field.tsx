import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { useTexts } from '../language/language.tsx'

interface LoginFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string
  readonly label: string
  readonly ref?: Ref<HTMLInputElement>
}

export function LoginField({ id, label, ...input }: LoginFieldProps) {
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={id} required spellCheck={false} autoCapitalize="off" {...input} />
    </div>
  )
}

interface LoginPasswordProps {
  readonly label: string
  readonly autoComplete?: 'current-password' | 'new-password'
}

/** A password field whose text can be shown. */
export function LoginPassword({ label, autoComplete = 'current-password' }: LoginPasswordProps) {
  const { loginForm } = useTexts()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="login-password">
      <LoginField
        id="password"
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        maxLength={256}
      />
      <button type="button" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? loginForm.hide : loginForm.show}
      </button>
    </div>
  )
}
