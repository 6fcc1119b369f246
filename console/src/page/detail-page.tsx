import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Loading } from './loading.tsx'
import { PageTitle } from './page-title.tsx'
import { Problem } from './problem.tsx'

interface DetailPageProps<T> {
  readonly loaded: UseQueryResult<T>
  /** The path and the name of the list. */
  readonly list: readonly [path: string, name: string]
  readonly title: string
  readonly actions: (data: T) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** Shows one thing of a list: a link back to the list, the title with actions, and the content. */
export function DetailPage<T>({ loaded, list: [path, name], title, actions, children }: DetailPageProps<T>) {
  const { data, error, refetch } = loaded
  return (
    <>
      <Link to={path}>← {name}</Link>
      {error && data === undefined ? (
        <Problem isPage error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <PageTitle title={title}>{data !== undefined && actions(data)}</PageTitle>
          {data === undefined ? <Loading /> : children(data)}
        </>
      )}
    </>
  )
}
