import type { ReactNode } from 'react'

interface MethodListProps<T> {
  readonly rows: readonly T[]
  readonly empty: string
  readonly rowKey: (row: T) => number
  readonly name: (row: T) => ReactNode
  readonly details: (row: T) => ReactNode
  readonly actions?: (row: T) => ReactNode
}

/** Lists passkeys or links with their actions. */
export function MethodList<T>({ rows, empty, rowKey, name, details, actions }: MethodListProps<T>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>
  return (
    <ul className="method-list">
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <div>
            <strong>{name(row)}</strong>
            <div className="muted">{details(row)}</div>
          </div>
          {actions && <div className="page-actions">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
