import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Empty, Table, type TableProps } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { Page } from '../api/client.ts'
import { useAppearance } from '../appearance/appearance.tsx'
import { useIsPhone } from '../appearance/use-media.ts'
import { useTexts } from '../language/language.tsx'
import { Problem } from './problem.tsx'
import { RowCards } from './row-cards.tsx'
import type { Address } from './use-address.ts'

const PAGE_SIZE = 20

interface PageTableProps<T> {
  readonly label: string
  readonly columns: NonNullable<TableProps<T>['columns']>
  readonly rowKey: (row: T) => string | number
  readonly page: UseQueryResult<Page<T>>
  readonly address: Address
  /** Shown if the list is empty without any filter. */
  readonly empty: string
  readonly rowSelection?: TableProps<T>['rowSelection']
  /** Returns whether a row is highlighted. */
  readonly isHighlighted?: (row: T) => boolean
}

/** Shows one page of a list. Its sort order and page are part of the URL. */
export function PageTable<T extends object>(props: PageTableProps<T>) {
  const { label, columns, rowKey, page, address, empty, rowSelection, isHighlighted } = props
  const { common } = useTexts()
  const isPhone = useIsPhone()
  const { density } = useAppearance()
  useWayBackToLastPage(page, address)
  if (page.error && !page.data) return <Problem error={page.error} onRetry={() => void page.refetch()} />
  const { list = [], count = 0, countCapped = false, pageIndex = 1, pageSize = PAGE_SIZE } = page.data ?? {}

  const isLoading = page.isPending || page.isPlaceholderData
  const emptyText = address.isFiltered ? common.nothingFound : empty
  if (isPhone) {
    return (
      <RowCards
        label={label}
        columns={columns}
        rows={list}
        rowKey={rowKey}
        address={address}
        empty={emptyText}
        isLoading={isLoading}
        page={{ index: pageIndex, size: pageSize, count }}
        rowSelection={rowSelection}
        isHighlighted={isHighlighted}
      />
    )
  }
  return (
    <section className="card table-card" aria-label={label} aria-busy={page.isFetching}>
      <Table<T>
        size={density === 'compact' ? 'small' : 'middle'}
        columns={columns}
        rowKey={rowKey}
        dataSource={[...list]}
        loading={{ spinning: isLoading, delay: 200 }}
        showSorterTooltip={false}
        rowClassName={(row) => (isHighlighted?.(row) ? 'highlighted' : '')}
        {...(rowSelection ? { rowSelection } : {})}
        locale={{
          emptyText: page.isPending ? (
            <div className="empty-space" />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText} />
          ),
        }}
        pagination={{
          current: pageIndex,
          pageSize,
          total: count,
          showSizeChanger: true,
          pageSizeOptions: [10, 20, 50, 100, 200],
          showTotal: () => common.total(count, countCapped),
        }}
        onChange={(pagination, _filters, sorter, { action }) => {
          const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
          address.set({
            pageIndex: action === 'paginate' ? String(pagination.current ?? 1) : undefined,
            pageSize: pagination.pageSize === PAGE_SIZE ? undefined : String(pagination.pageSize),
            orderBy: order ? String(columnKey) : undefined,
            order: order === 'descend' ? 'desc' : undefined,
          })
        }}
      />
    </section>
  )
}

/** Returns to the last page if the page does not exist, for example after its only entry was deleted. */
function useWayBackToLastPage({ data }: UseQueryResult<Page<unknown>>, address: Address): void {
  const isBehind = data !== undefined && data.list.length === 0 && data.count > 0 && data.pageIndex > 1
  const last = isBehind ? Math.ceil(data.count / data.pageSize) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address object is new on every render
  useEffect(() => {
    if (last !== undefined) address.set({ pageIndex: String(last) })
  }, [last])
}

/** Returns the last column of a list, with the actions of each row. Only screen readers have its title. */
export function actionsColumn<T>(title: string, actions: (row: T) => ReactNode) {
  return {
    title: <span className="visually-hidden">{title}</span>,
    key: 'actions',
    align: 'end' as const,
    render: (_: unknown, row: T) => actions(row),
  }
}

/** Returns the properties of a column that the service can sort by. */
export function sortable({ values }: Address, key: string) {
  const direction = values.order === 'desc' ? ('descend' as const) : ('ascend' as const)
  return { key, sorter: true, sortOrder: values.orderBy === key ? direction : null }
}

/**
 * Loads the page of a list that the URL selects. While the next page loads, the previous one stays visible. A page continues at
 * the end of the one before it, if that was shown: the service does not have to skip all rows before it.
 */
export function usePage<P extends Page<unknown>>(
  name: string,
  ask: (query: Readonly<Record<string, string | number>>) => Promise<P>,
  { values }: Address,
  options: { readonly refetchInterval?: number; readonly enabled?: boolean } = {},
): UseQueryResult<P> {
  const client = useQueryClient()
  const { pageIndex = '1' } = values
  const query = { pageSize: PAGE_SIZE, ...values, pageIndex }
  const pageBefore = { ...query, pageIndex: String(Number(pageIndex) - 1) }
  return useQuery({
    queryKey: [name, query],
    queryFn: () => ask({ ...query, after: client.getQueryData<P>([name, pageBefore])?.next ?? '' }),
    placeholderData: (before) => before,
    ...options,
  })
}
