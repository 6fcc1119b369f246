import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../language/language.tsx'
import { LoginField } from './login-field.tsx'

interface CodeEntryProps {
  readonly help: ReactNode
  /** The field for the code. */
  readonly field: InputHTMLAttributes<HTMLInputElement> & { readonly id: string; readonly label: string }
  readonly isSending: boolean
  /** Returns whether the code was right. */
  readonly onSubmit: (code: string) => Promise<boolean>
  readonly restart: string
  readonly onRestart: () => void
}

/** The form for a code that the user has got. A wrong code is removed from the field. */
export function CodeEntry({ help, field, isSending, onSubmit, restart, onRestart }: CodeEntryProps) {
  const { loginForm } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (await onSubmit(input.current?.value ?? '')) return
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {help}
      <LoginField {...field} ref={input} autoComplete="one-time-code" maxLength={64} />
      <button type="submit" className="login-submit" disabled={isSending}>
        {loginForm.submit}
      </button>
      <button type="button" className="login-link" onClick={onRestart}>
        {restart}
      </button>
    </form>
  )
}
