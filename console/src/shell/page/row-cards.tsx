import { Checkbox, Empty, Pagination, Spin, type TableProps } from 'antd'
import type { Key, ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { ChoiceFilter } from './filters.tsx'
import type { Address } from './use-address.ts'

type Columns<T> = NonNullable<TableProps<T>['columns']>
type Column<T> = Exclude<Columns<T>[number], { children: unknown }>

interface RowCardsProps<T> {
  readonly label: string
  readonly columns: Columns<T>
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string | number
  readonly address: Address
  readonly empty: string
  readonly isLoading: boolean
  readonly page: { readonly index: number; readonly size: number; readonly count: number }
  readonly rowSelection: TableProps<T>['rowSelection'] | undefined
  readonly isHighlighted: ((row: T) => boolean) | undefined
}

/** Shows one page of a list as cards with all columns, for screens that are too narrow for a table. */
export function RowCards<T extends object>(props: RowCardsProps<T>) {
  const { label, columns, rows, rowKey, address, empty, isLoading, page, rowSelection, isHighlighted } = props
  const { common } = useTexts()
  const sortable = columns.filter((column) => column.sorter)
  const plain = columns.filter((column): column is Column<T> => !('children' in column))
  return (
    <section className="row-cards-of-page" aria-label={label} aria-busy={isLoading}>
      {sortable.length > 0 && (
        <div className="filters">
          <ChoiceFilter
            address={address}
            name="orderBy"
            label={common.sortBy}
            choices={sortable.map(({ key, title }) => ({ value: String(key), label: String(title) }))}
          />
        </div>
      )}
      <Spin spinning={isLoading} delay={200}>
        {rows.length === 0 && !isLoading && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        )}
        <ul className="row-cards">
          {rows.map((row, index) => (
            <li
              key={rowKey(row)}
              className={isHighlighted?.(row) ? 'card row-card highlighted' : 'card row-card'}
            >
              {rowSelection && (
                <Selection rows={rows} row={row} rowKey={rowKey} rowSelection={rowSelection} />
              )}
              {plain.map((column) => (
                <Field key={String(column.key ?? column.dataIndex)} column={column} row={row} index={index} />
              ))}
            </li>
          ))}
        </ul>
      </Spin>
      <Pagination
        simple
        size="small"
        align="end"
        hideOnSinglePage
        current={page.index}
        pageSize={page.size}
        total={page.count}
        showSizeChanger={false}
        onChange={(pageIndex) => address.set({ pageIndex: String(pageIndex) })}
      />
    </section>
  )
}

interface FieldProps<T> {
  readonly column: Column<T>
  readonly row: T
  readonly index: number
}

/** Shows the value of a column with its title. Actions have no title. */
function Field<T extends object>({ column, row, index }: FieldProps<T>) {
  const value: unknown =
    column.dataIndex === undefined ? undefined : Reflect.get(row, String(column.dataIndex))
  // A column of this console renders an element, not cell properties.
  const content = (column.render ? column.render(value, row, index) : value) as ReactNode
  if (typeof column.title !== 'string') return <div className="row-card-actions">{content}</div>
  return (
    <div className="row-card-field">
      <span className="row-card-label">{column.title}</span>
      <span className="row-card-value">{content || content === 0 ? content : '–'}</span>
    </div>
  )
}

interface SelectionProps<T> {
  readonly rows: readonly T[]
  readonly row: T
  readonly rowKey: (row: T) => string | number
  readonly rowSelection: NonNullable<TableProps<T>['rowSelection']>
}

function Selection<T extends object>({ rows, row, rowKey, rowSelection }: SelectionProps<T>) {
  const { common } = useTexts()
  const selected = new Set<Key>(rowSelection.selectedRowKeys ?? [])
  const key = rowKey(row)
  const choose = (isChosen: boolean): void => {
    if (isChosen) selected.add(key)
    else selected.delete(key)
    const chosen = rows.filter((one) => selected.has(rowKey(one)))
    rowSelection.onChange?.([...selected], chosen, { type: 'single' })
  }
  return (
    <Checkbox
      {...rowSelection.getCheckboxProps?.(row)}
      className="row-card-selection"
      checked={selected.has(key)}
      onChange={(event) => choose(event.target.checked)}
    >
      {common.select}
    </Checkbox>
  )
}
