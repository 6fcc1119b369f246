import { useTexts } from '../../shell/language/language.tsx'
import { CodeEntry } from '../../shell/login/code-entry.tsx'
import type { Login } from '../../shell/login/use-login.ts'

interface SecondFactorFormProps {
  readonly ticket: string
  readonly attempt: Login
  /** Returns to the first factor. */
  readonly onRestart: () => void
}

/** The second step of a login, after the first factor was right. */
export function SecondFactorForm({ ticket, attempt, onRestart }: SecondFactorFormProps) {
  const { loginForm, secondFactor } = useTexts()
  return (
    <CodeEntry
      help={<p>{secondFactor.loginHelp}</p>}
      field={{ id: 'second-factor-code', label: secondFactor.loginCode }}
      isSending={attempt.isSending}
      onSubmit={(code) => attempt.run(() => attempt.logIn({ ticket, secondFactorCode: code.trim() }))}
      restart={loginForm.restart}
      onRestart={onRestart}
    />
  )
}
