import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../language/language.tsx'
import { Loading } from '../page/loading.tsx'
import { Problem } from '../page/problem.tsx'
import type { Page } from '../response.ts'
import '../page/plain-table.css'

interface RecentCardProps<T> {
  readonly title: string
  readonly page: UseQueryResult<Page<T>>
  readonly heads: readonly string[]
  readonly rowKey: (row: T) => number
  /** The cells of a row, as many as there are heads. */
  readonly cells: (row: T) => readonly ReactNode[]
  readonly empty: string
  /** The page with the whole list. */
  readonly all: string
}

/** Shows the latest entries of a list that concern a user, with a link to all of them. */
export function RecentCard<T>({ title, page, heads, rowKey, cells, empty, all }: RecentCardProps<T>) {
  const { user } = useTexts()
  return (
    <div className="card">
      <h2>{title}</h2>
      {page.data ? (
        <Rows title={title} list={page.data.list} heads={heads} rowKey={rowKey} cells={cells} empty={empty} />
      ) : page.error ? (
        <Problem error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Loading />
      )}
      <Link to={all}>{user.showAll}</Link>
    </div>
  )
}

interface RowsProps<T> extends Pick<RecentCardProps<T>, 'title' | 'heads' | 'rowKey' | 'cells' | 'empty'> {
  readonly list: readonly T[]
}

function Rows<T>({ title, list, heads, rowKey, cells, empty }: RowsProps<T>) {
  if (list.length === 0) return <p className="muted">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="scrolled" tabIndex={0} aria-label={title}>
      <table className="plain">
        <thead className="head-cells">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={rowKey(row)}>
              {cells(row).map((cell, place) => (
                <td key={heads[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
