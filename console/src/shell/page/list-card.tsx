import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Page } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { Loading } from './loading.tsx'
import { Problem } from './problem.tsx'
import './plain-table.css'

interface ListCardProps<T> {
  readonly title: string
  readonly page: UseQueryResult<Page<T>>
  readonly heads: readonly string[]
  readonly rowKey: (row: T) => string | number
  /** The cells of a row, as many as there are heads. */
  readonly cells: (row: T) => readonly ReactNode[]
  readonly empty: string
  /** Whether the last cell contains actions: its head is not shown then. */
  readonly hasActions?: boolean
  /** The page with the whole list. */
  readonly all?: string
  /** Actions for all entries. */
  readonly actions?: ReactNode
}

/** Shows the first entries of a list, such as the users of a role, with a link to all of them. */
export function ListCard<T>(props: ListCardProps<T>) {
  const { title, page, heads, rowKey, cells, empty, hasActions = false, all, actions } = props
  const { common } = useTexts()
  return (
    <div className="card">
      <h2>{title}</h2>
      {page.data ? (
        <Rows
          title={title}
          list={page.data.list}
          heads={heads}
          rowKey={rowKey}
          cells={cells}
          empty={empty}
          hasActions={hasActions}
        />
      ) : page.error ? (
        <Problem error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Loading />
      )}
      {all !== undefined && page.data && page.data.list.length > 0 && <Link to={all}>{common.showAll}</Link>}
      {actions}
    </div>
  )
}

interface RowsProps<T>
  extends Pick<ListCardProps<T>, 'title' | 'heads' | 'rowKey' | 'cells' | 'empty' | 'hasActions'> {
  readonly list: readonly T[]
}

function Rows<T>({ title, list, heads, rowKey, cells, empty, hasActions }: RowsProps<T>) {
  if (list.length === 0) return <p className="muted">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="scrolled" tabIndex={0} aria-label={title}>
      <table className="plain">
        <thead className="head-cells">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {hasActions && head === heads.at(-1) ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={rowKey(row)}>
              {cells(row).map((cell, place) => (
                <td
                  key={heads[place]}
                  data-label={hasActions && place === heads.length - 1 ? '' : heads[place]}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
