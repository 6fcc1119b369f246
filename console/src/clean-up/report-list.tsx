import { Button, Select, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Page } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { PageTable, usePage } from '../page/page-table.tsx'
import { useAddress } from '../page/use-address.ts'
import { useChange, useConfirm } from '../page/use-change.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { DEFAULT_DAYS, MAX_AT_ONCE, type ReportName } from './report-names.ts'

const DAYS = [30, 60, DEFAULT_DAYS, 180, 365]
/** How many entries a confirmation names. */
const MAX_NAMED = 5

interface ReportListProps<T, Listed extends Page<T>> {
  readonly report: ReportName
  readonly load: (query: Readonly<Record<string, string | number>>) => Promise<Listed>
  /** Cleans up the selected entries, or all entries of the report. */
  readonly cleanUp: (selected: readonly T[] | undefined, days: number) => Promise<unknown>
  readonly columns: NonNullable<TableProps<T>['columns']>
  readonly nameOf: (entry: T) => string
  /** Whether the report depends on a number of days. */
  readonly hasDays?: boolean
  /** Says why a list may be empty, in place of the usual text. */
  readonly emptyTextOf?: (page: Listed, days: number) => string | undefined
}

/** Shows one report, and cleans up the selected entries or all of them after one confirmation. */
export function ReportList<T extends object, Listed extends Page<T> = Page<T>>(
  props: ReportListProps<T, Listed>,
): ReactNode {
  const { report, load, columns, nameOf, hasDays = false, emptyTextOf } = props
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
  const { list = [], count = 0 } = page.data ?? {}
  const cleaning = useCleanUp(props, days, () => setSelected([]))
  const mayCleanUp = mayCall('POST', `/report/${report}/clean-up`)
  const empty = (page.data && emptyTextOf?.(page.data as Listed, days)) ?? cleanUp.empty[report]

  return (
    <>
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
            onClick={() => cleaning.ask(selected.length > 0 ? selected : undefined, list, count)}
          >
            {selected.length > 0
              ? cleanUp.selectedActions[report](selected.length)
              : cleanUp.actions[report](Math.min(count, MAX_AT_ONCE[report]))}
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
  { report, cleanUp: act, nameOf }: ReportListProps<T, Listed>,
  days: number,
  onDone: () => void,
) {
  const { cleanUp, permission } = useTexts()
  const confirm = useConfirm()
  const change = useChange((entries: readonly T[] | undefined) => act(entries, days), cleanUp.done)
  return {
    isPending: change.isPending,
    ask(selected: readonly T[] | undefined, listed: readonly T[], count: number): void {
      const concerned = selected?.length ?? Math.min(count, MAX_AT_ONCE[report])
      const names = (selected ?? listed).slice(0, MAX_NAMED).map(nameOf)
      const others = concerned - names.length
      const named = others > 0 ? permission.andMore(names.join(', '), others) : names.join(', ')
      confirm({
        title: cleanUp.questions[report](concerned),
        content: `${named}. ${cleanUp.effects[report]}`,
        okText: cleanUp.actions[report](concerned),
        onOk: () => change.mutateAsync(selected).then(onDone),
      })
    },
  }
}
