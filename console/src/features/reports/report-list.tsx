import { Alert, App, Button, Select, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Page } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { PageTable, usePage } from '../../shell/page/page-table.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import type { Selection } from './calls.ts'
import { type CleanUpName, DEFAULT_DAYS, MAX_AT_ONCE } from './report-names.ts'

const DAYS = [30, 60, DEFAULT_DAYS, 180, 365]
/** How many entries a confirmation names. */
const MAX_NAMED = 5

interface ReportListProps<T, Listed extends Page<T>> {
  readonly report: CleanUpName
  readonly load: (query: Readonly<Record<string, string | number>>) => Promise<Listed>
  /** Cleans up the selected entries, or all entries of the report. */
  readonly cleanUp: (selected: Selection<T>, days: number) => Promise<{ readonly left: number }>
  readonly columns: NonNullable<TableProps<T>['columns']>
  readonly nameOf: (entry: T) => string
  /** How many roles the selected entries, or all of them, contain, where an entry is a group of roles. */
  readonly sizeOf?: (selected: readonly T[] | undefined, page: Listed) => number
  /** Whether the report depends on a number of days. */
  readonly hasDays?: boolean
  /** Says why a list may be empty, in place of the usual text. */
  readonly emptyTextOf?: (page: Listed, days: number) => string | undefined
  /** Says what the list leaves out. */
  readonly noteOf?: (page: Listed) => string | undefined
}

/** Shows one report, and cleans up the selected entries or all of them after one confirmation. */
export function ReportList<T extends object, Listed extends Page<T> = Page<T>>(
  props: ReportListProps<T, Listed>,
): ReactNode {
  const { report, load, columns, nameOf, hasDays = false, emptyTextOf, noteOf } = props
  const { cleanUp } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const days = Number(address.values.days ?? DEFAULT_DAYS)
  const [selected, setSelected] = useState<readonly T[]>([])
  const { pageIndex = 1, pageSize = 20 } = address.values
  const page = usePage(
    `report ${report}`,
    () => load({ pageIndex, pageSize, ...(hasDays ? { days } : {}) }) as Promise<Listed & Page<T>>,
    address,
  )
  const { count = 0 } = page.data ?? {}
  const cleaning = useCleanUp<T, Listed>(props, page.data as Listed | undefined, days, () => setSelected([]))
  const mayCleanUp = mayCall('POST', `/report/${report}/clean-up`)
  const empty = (page.data && emptyTextOf?.(page.data as Listed, days)) ?? cleanUp.empty[report]

  const note = page.data && noteOf?.(page.data as Listed)

  return (
    <>
      {note !== undefined && <Alert type="warning" showIcon title={note} />}
      <div className="filters">
        {hasDays && (
          <Select
            aria-label={cleanUp.period}
            value={days}
            options={DAYS.map((value) => ({ value, label: cleanUp.days(value) }))}
            onChange={(value) => {
              setSelected([])
              address.set({ days: String(value) })
            }}
          />
        )}
        {mayCleanUp && count > 0 && (
          <Button
            danger
            loading={cleaning.isPending}
            onClick={() => cleaning.ask(selected.length > 0 ? selected : undefined)}
          >
            {selected.length > 0
              ? cleanUp.selectedActions[report](selected.length)
              : cleanUp.actions[report](cleaning.countOf(undefined))}
          </Button>
        )}
      </div>
      <PageTable<T>
        label={cleanUp.tabs[report]}
        columns={columns}
        rowKey={nameOf}
        page={page}
        address={{ ...address, isFiltered: false }}
        empty={empty}
        {...(mayCleanUp
          ? {
              rowSelection: {
                selectedRowKeys: selected.map(nameOf),
                preserveSelectedRowKeys: true,
                onChange: (_keys, entries) => setSelected(entries),
                getCheckboxProps: (entry) => ({ 'aria-label': cleanUp.select(nameOf(entry)) }),
              },
            }
          : {})}
      />
    </>
  )
}

function useCleanUp<T, Listed extends Page<T>>(
  { report, cleanUp: act, nameOf, sizeOf }: ReportListProps<T, Listed>,
  page: Listed | undefined,
  days: number,
  onDone: () => void,
) {
  const { cleanUp, permission } = useTexts()
  const confirm = useConfirm()
  const { message } = App.useApp()
  const change = useChange(async (entries: Selection<T>) => {
    const { left } = await act(entries, days)
    message.success(left > 0 ? cleanUp.doneWithRest(left) : cleanUp.done)
  })
  /** Returns how many rules, roles or users a clean-up concerns. */
  function countOf(selected: readonly T[] | undefined): number {
    if (!page) return 0
    const count = sizeOf?.(selected, page) ?? selected?.length ?? page.count
    return selected ? count : Math.min(count, MAX_AT_ONCE[report])
  }

  return {
    isPending: change.isPending,
    countOf,
    ask(selected: readonly T[] | undefined): void {
      const count = countOf(selected)
      const entries = selected ?? page?.list ?? []
      const names = entries.slice(0, MAX_NAMED).map(nameOf)
      const others = (selected?.length ?? Math.min(page?.count ?? 0, MAX_AT_ONCE[report])) - names.length
      const named = others > 0 ? permission.andMore(names.join(', '), others) : names.join(', ')
      confirm({
        title: cleanUp.questions[report](count),
        content: `${named}. ${cleanUp.effects[report]}`,
        okText: cleanUp.actions[report](count),
        onOk: () => change.mutateAsync(selected ?? 'all').then(onDone),
      })
    },
  }
}
