import { useEffect, useRef, useState } from 'react'
import type { Show } from './app.tsx'
import { client, messageOf } from './client.ts'
import { Field, StepForm } from './step-form.tsx'

interface StepProps {
  readonly show: Show
}

export function EnterSecondFactor({ ticket, show }: StepProps & { readonly ticket: string }) {
  return (
    <StepForm
      title="Second factor"
      submit="Log in"
      onSubmit={async ({ code = '' }) => show(await client.login({ ticket, secondFactorCode: code.trim() }))}
      others={
        <button type="button" className="link" onClick={() => show({ next: 'log-in' })}>
          Start again
        </button>
      }
    >
      <p>Enter the code of your authenticator app, or a recovery code.</p>
      <Field label="Code" name="code" autoComplete="one-time-code" maxLength={64} />
    </StepForm>
  )
}

export function ChangePassword({ show }: StepProps) {
  return (
    <StepForm
      title="New password"
      submit="Set password"
      onSubmit={async ({ oldPassword = '', newPassword = '' }) => {
        const step = await client.changePassword({ oldPassword, newPassword })
        show(step, step.error ? '' : 'The password is set. Log in with it.')
      }}
      others={<LeaveButton show={show} />}
    >
      <p>Before you continue, choose a new password that only you know.</p>
      <Field label="Present password" name="oldPassword" type="password" autoComplete="current-password" />
      <Field label="New password" name="newPassword" type="password" autoComplete="new-password" />
    </StepForm>
  )
}

export function SetUpSecondFactor({ show }: StepProps) {
  const [enrolment, setEnrolment] = useState({ secret: '', uri: 'otpauth:' })
  const [problem, setProblem] = useState('')
  const isStarted = useRef(false)
  useEffect(() => {
    // StrictMode runs effects twice during development.
    if (isStarted.current) return
    isStarted.current = true
    client
      .post('/api/v1/user/second-factor')
      .then(setEnrolment, (error: unknown) => setProblem(messageOf(error)))
  }, [])
  return (
    <StepForm
      title="Set up the second factor"
      problem={problem}
      submit="Confirm"
      onSubmit={async ({ code = '' }) => show(await client.confirmSecondFactor(code.trim()))}
      others={<LeaveButton show={show} />}
    >
      <p>
        Your role requires a second factor. Add this secret to an authenticator app, then enter the code that
        it shows.
      </p>
      <p>
        <code>{enrolment.secret}</code>
      </p>
      <p>
        <a href={enrolment.uri}>Open the authenticator app on this device</a>
      </p>
      <Field label="Code" name="code" autoComplete="one-time-code" inputMode="numeric" maxLength={64} />
    </StepForm>
  )
}

export function RecoveryCodes({ codes, show }: StepProps & { readonly codes: readonly string[] }) {
  return (
    <StepForm
      title="Recovery codes"
      submit="I have saved the codes"
      onSubmit={async () => show({ next: 'log-in' })}
    >
      <p>
        Each of these codes replaces your authenticator app once. Keep them in a safe place: they are not
        shown again.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </StepForm>
  )
}

/** These steps have a session. */
function LeaveButton({ show }: StepProps) {
  const leave = (): void =>
    void client.logout().then(show, (error: unknown) => show({ next: 'log-in' }, messageOf(error)))
  return (
    <button type="button" className="link" onClick={leave}>
      Log in as somebody else
    </button>
  )
}
