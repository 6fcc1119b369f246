import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { differencesOf } from './differences.ts'
import type { FieldWords } from './field-words.ts'

interface DifferencesProps {
  readonly entry: Pick<Schemas['AuditLogEntry'], 'before' | 'after'>
  readonly words: FieldWords
}

/**
 * Shows the values before and after a change, field by field, and marks those that differ. Something new or deleted has one column of
 * values.
 */
export function Differences({ entry: { before, after }, words }: DifferencesProps) {
  const { auditLog } = useTexts()
  const fields = differencesOf(before, after)
  if (fields.length === 0) return <p className="muted">{auditLog.noFields}</p>
  const cell = (name: string, value: unknown, other: unknown, className: string) => (
    <td className={value === undefined || isSame(value, other) ? '' : className}>
      {words.partsOf(name, value).map((part) => (
        <div key={part}>{part}</div>
      ))}
    </td>
  )
  return (
    <table className="differences">
      <thead className="head-cells">
        <tr>
          <th scope="col">{auditLog.field}</th>
          {before !== null && <th scope="col">{auditLog.before}</th>}
          {after !== null && <th scope="col">{auditLog.after}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, was, is }) => (
          <tr key={name}>
            <th scope="row">{words.nameOf(name)}</th>
            {before !== null && cell(name, was, is, 'was')}
            {after !== null && cell(name, is, was, 'is')}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
