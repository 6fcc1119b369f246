import { type FormEvent, useEffect, useRef } from 'react'
import { CaptchaFields, type CaptchaState } from './captcha.tsx'

interface ProviderFormProps {
  readonly label: string
  readonly captcha: CaptchaState
  readonly isSending: boolean
  readonly onSubmit: () => void
}

/** Starts a login without a name: with a provider or a passkey. Only the captcha is needed. */
export function ProviderForm({ label, captcha, isSending, onSubmit }: ProviderFormProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { input, isRequired } = captcha
  useEffect(() => (isRequired ? input.current : button.current)?.focus(), [input, isRequired])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <CaptchaFields captcha={captcha} />
      <button type="submit" className="login-submit" ref={button} disabled={isSending}>
        {label}
      </button>
    </form>
  )
}
