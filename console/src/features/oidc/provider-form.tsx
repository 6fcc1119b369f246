import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { CaptchaFields, type CaptchaState } from '../../shell/login/captcha.tsx'

interface ProviderFormProps {
  readonly label: string
  readonly icon: ReactNode
  readonly captcha: CaptchaState
  readonly isSending: boolean
  readonly onSubmit: () => void
}

/** Starts a login without a name: with a provider or a passkey. Only the captcha is needed, and shown after the first click. */
export function ProviderForm({ label, icon, captcha, isSending, onSubmit }: ProviderFormProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { input, isRequired, isWanted } = captcha
  const hasCaptcha = isRequired && isWanted
  useEffect(() => (hasCaptcha ? input.current : button.current)?.focus(), [input, hasCaptcha])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      {hasCaptcha && <CaptchaFields captcha={captcha} />}
      <button type="submit" className="login-submit" ref={button} disabled={isSending}>
        {icon}
        {label}
      </button>
    </form>
  )
}
