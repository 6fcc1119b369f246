import { ApiError } from 'castellan/client'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from './client.ts'

interface StepFormProps {
  readonly title: string
  readonly note?: string
  readonly problem?: string
  /** The text of the button. The form is not sent without it. */
  readonly submit: string | undefined
  /** Gets the values of the form. A refusal is shown, and the user tries again. */
  readonly onSubmit: (fields: Record<string, string>) => Promise<unknown>
  readonly onRefused?: () => void
  readonly children: ReactNode
  /** What follows the button. */
  readonly others?: ReactNode
}

/** A card with one form: a step of the login. */
export function StepForm({
  title,
  note = '',
  problem = '',
  submit,
  onSubmit,
  onRefused,
  children,
  others,
}: StepFormProps) {
  const [refusal, setRefusal] = useState(problem)
  const [isSending, setIsSending] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = title
    // The recovery codes have no field.
    const first = form.current?.querySelector('input') ?? heading.current
    first?.focus()
  }, [title])
  useEffect(() => setRefusal(problem), [problem])
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (submit === undefined) return
    setIsSending(true)
    setRefusal('')
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    try {
      await onSubmit(Object.fromEntries(fields))
    } catch (error) {
      setRefusal(messageOf(error))
      const isCaptchaWrong = error instanceof ApiError && error.reason === 'captcha-wrong'
      form.current?.querySelector<HTMLInputElement>(isCaptchaWrong ? '#captcha' : 'input')?.focus()
      // The service says how long to wait.
      if (error instanceof ApiError) setSecondsLeft(error.retryAfterSeconds ?? 0)
      onRefused?.()
    }
    setIsSending(false)
  }

  return (
    <main className="login">
      <p className="brand">Example orders</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{refusal === '' ? note : ''}</p>
      <p role="alert">{refusal}</p>
      <form ref={form} method="post" onSubmit={(event) => void send(event)}>
        {children}
        {submit !== undefined && (
          <button type="submit" disabled={isSending || secondsLeft > 0}>
            {secondsLeft > 0 ? `${submit} (${secondsLeft} s)` : submit}
          </button>
        )}
        {others}
      </form>
    </main>
  )
}

interface FieldProps extends React.InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly name: string
}

export function Field({ label, ...input }: FieldProps) {
  return (
    <label>
      {label}
      <input maxLength={256} required {...input} />
    </label>
  )
}
