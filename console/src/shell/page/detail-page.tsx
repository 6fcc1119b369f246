import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Loading } from './loading.tsx'
import NotFoundPage from './not-found-page.tsx'
import { PageTitle } from './page-title.tsx'
import { Problem } from './problem.tsx'
import { useIdOfAddress } from './use-id-of-address.ts'

interface DetailPageProps<T> {
  /** What is shown, in the keys of queries. */
  readonly name: string
  readonly load: (id: number) => Promise<T>
  /** The path and the name of the list. */
  readonly list: readonly [path: string, name: string]
  /** Returns the title. There are no data while they are loaded. */
  readonly title: (data: T | undefined) => string
  /** `onRemoved` returns to the list. */
  readonly actions: (data: T, onRemoved: () => void) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** Shows the thing of a list whose id is in the address: a link back to the list, the title with actions, and the content. */
export function DetailPage<T>({ name, load, list, title, actions, children }: DetailPageProps<T>) {
  const [path, listName] = list
  const navigate = useNavigate()
  const id = useIdOfAddress()
  const { data, error, refetch } = useQuery({
    queryKey: [name, id],
    queryFn: id === undefined ? skipToken : () => load(id),
  })
  if (id === undefined) return <NotFoundPage />
  return (
    <>
      <Link to={path}>← {listName}</Link>
      {error && data === undefined ? (
        <Problem isPage error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <PageTitle title={title(data)}>
            {data !== undefined && actions(data, () => void navigate(path, { replace: true }))}
          </PageTitle>
          {data === undefined ? <Loading /> : children(data)}
        </>
      )}
    </>
  )
}
