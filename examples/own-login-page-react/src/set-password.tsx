import type { Show } from './app.tsx'
import { client } from './client.ts'
import { Field, StepForm } from './step-form.tsx'

/** Sets the password of a user who has opened a link: an invitation, or one for a forgotten password. */
export function SetPassword({ link, show }: { readonly link: string; readonly show: Show }) {
  return (
    <StepForm
      title="Set password"
      submit="Set password"
      onSubmit={async ({ password = '' }) => {
        const { username } = await client.post('/api/v1/password-link', { body: { link, password } })
        show({ next: 'log-in' }, `The password of ${username} is set. Log in with it.`)
      }}
      others={
        <button type="button" className="link" onClick={() => show({ next: 'log-in' })}>
          Back to the login
        </button>
      }
    >
      <p>Choose the password for your account, then log in with it.</p>
      <Field label="New password" name="password" type="password" autoComplete="new-password" />
    </StepForm>
  )
}
