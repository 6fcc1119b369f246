import type { LoginLogEntry } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { Mark } from '../page/mark.tsx'

export const SUCCEEDED = '2'
export const FAILED = '1'
export const PENDING = '3'

/** Shows whether a login succeeded, or what became of its first step. */
export function ResultTag({ status, secondStep }: Pick<LoginLogEntry, 'status' | 'secondStep'>) {
  const { loginLog } = useTexts()
  if (secondStep !== '') {
    return <Mark kind={MARKS[secondStep]}>{loginLog.secondSteps[secondStep]}</Mark>
  }
  return status === SUCCEEDED ? (
    <Mark kind="good">{loginLog.succeeded}</Mark>
  ) : (
    <Mark kind="bad">{loginLog.failed}</Mark>
  )
}

const MARKS = { waiting: 'warn', finished: 'plain', unfinished: 'warn' } as const

/** Returns the text of a reason. A reason of a newer service has only the message of the service. */
export function reasonOf(
  { reason, msg }: Pick<LoginLogEntry, 'reason' | 'msg'>,
  reasons: Readonly<Record<string, string>>,
): string {
  return reasons[reason] ?? msg
}
