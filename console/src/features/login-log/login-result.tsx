import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { isSecondStep, type LoginRow } from './login-steps.ts'

export const SUCCEEDED = '2'
export const FAILED = '1'
export const PENDING = '3'

/** Shows whether a login succeeded, or what became of its first step. Both steps of a login can be unfolded. */
export function ResultTag({ row }: { readonly row: LoginRow }) {
  const { loginLog } = useTexts()
  const { status, secondStep, firstStep } = row
  if (secondStep !== '') {
    return <Mark kind={MARKS[secondStep]}>{loginLog.secondSteps[secondStep]}</Mark>
  }
  if (!isSecondStep(row)) {
    return status === SUCCEEDED ? (
      <Mark kind="good">{loginLog.succeeded}</Mark>
    ) : (
      <Mark kind="bad">{loginLog.failed}</Mark>
    )
  }
  const tag = <Mark kind="good">{loginLog.withSecondFactor}</Mark>
  if (!firstStep) return tag
  return (
    <details className="login-steps">
      <summary>{tag}</summary>
      <ol>
        {[firstStep, row].map((step) => (
          <li key={step.id}>
            <TimeAgo iso={step.loginTime} /> {reasonOf(step, loginLog.reasons)}
          </li>
        ))}
      </ol>
    </details>
  )
}

const MARKS = { waiting: 'warn', finished: 'plain', unfinished: 'warn' } as const

/** Returns the text of a reason. A reason of a newer service has only the message of the service. */
export function reasonOf(
  { reason, msg }: Pick<Schemas['LoginLogEntry'], 'reason' | 'msg'>,
  reasons: Readonly<Record<string, string>>,
): string {
  return reasons[reason] ?? msg
}
