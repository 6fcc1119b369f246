import { useTexts } from '../language/language.tsx'
import { differencesOf } from './differences.ts'

/** Shows the values before and after a change, field by field. */
export function Differences({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const { auditLog } = useTexts()
  const fields = differencesOf(before, after)
  if (fields.length === 0) return <p className="muted">{auditLog.noFields}</p>
  return (
    <table className="differences">
      <thead className="head-cells">
        <tr>
          <th scope="col">{auditLog.field}</th>
          <th scope="col">{auditLog.before}</th>
          <th scope="col">{auditLog.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, was, is }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={was === undefined ? '' : 'was'}>{was ?? '–'}</td>
            <td className={is === undefined ? '' : 'is'}>{is ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
