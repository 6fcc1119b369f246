import type { LoginStep } from 'castellan/client'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { firstStep, passwordLink } from './arrival.ts'
import { messageOf, reportStepsTo } from './client.ts'
import { LogIn } from './log-in.tsx'
import { Orders } from './orders.tsx'
import { SetPassword } from './set-password.tsx'
import { ChangePassword, EnterSecondFactor, RecoveryCodes, SetUpSecondFactor } from './steps.tsx'

export type Show = (step: LoginStep, note?: string) => void

/** Shows what the user does next. The address stays that of the page that was asked for. */
export function App(): ReactElement {
  const [{ step, note }, setState] = useState<{ step?: LoginStep; note: string }>({ note: '' })
  const [link, setLink] = useState(passwordLink)
  const show = useCallback<Show>((next, text = '') => setState({ step: next, note: text }), [])

  useEffect(() => {
    reportStepsTo(show)
    firstStep.then(
      (first) => show(...first),
      (error: unknown) => show({ next: 'log-in' }, messageOf(error)),
    )
  }, [show])

  if (link !== undefined) {
    const close: Show = (next, text) => {
      setLink(undefined)
      show(next, text)
    }
    return <SetPassword link={link} show={close} />
  }
  if (!step) return <main aria-busy="true" />
  // The compiler proves that these are all steps.
  switch (step.next) {
    case 'log-in':
      if (step.recoveryCodes) return <RecoveryCodes codes={step.recoveryCodes} show={show} />
      return <LogIn error={step.error} note={note} show={show} />
    case 'enter-second-factor':
      return <EnterSecondFactor ticket={step.ticket} show={show} />
    case 'change-password':
      return <ChangePassword show={show} />
    case 'set-up-second-factor':
      return <SetUpSecondFactor show={show} />
    case 'done':
      return <Orders show={show} />
  }
}
