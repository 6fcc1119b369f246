import { Empty } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useIsPhone } from '../../shell/appearance/use-media.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink, RouteLink } from '../../shell/own-session/links.tsx'
import { type Decision, decide } from './decision.ts'
import { ROW_HEADING } from './grid-keys.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { endpointKey, type MatrixRow, type RowGroup } from './matrix-rows.ts'
import { type PendingChange, pendingEffect, rulesAfter, toggle } from './pending-changes.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useVisibleRange } from './visible-range.ts'

export interface MatrixColumn {
  readonly roleKey: string
  readonly name: string
  /** Undefined while they are loading. */
  readonly rules: readonly Schemas['Rule'][] | undefined
}

interface MatrixProps {
  readonly groups: readonly RowGroup[]
  readonly columns: readonly MatrixColumn[]
  readonly exclusions: readonly Schemas['Exclusion'][]
  readonly mayChange: boolean
  readonly pending: readonly PendingChange[]
  readonly isSending: boolean
  readonly onChange: (pending: readonly PendingChange[]) => void
}

/** Fixed sizes, because only the visible part of a large matrix is rendered. The style sheet has the same heights. */
const SIZES = {
  wide: { path: 380, column: 110, row: 42 },
  phone: { path: 190, column: 104, row: 64 },
}

export function Matrix(props: MatrixProps) {
  const { groups, columns, exclusions, mayChange, pending, isSending, onChange } = props
  const { permission, common } = useTexts()
  const size = SIZES[useIsPhone() ? 'phone' : 'wide']
  const [element, setElement] = useState<HTMLElement | null>(null)
  const lines = groups.flatMap(({ resource, rows }) => [resource, ...rows])
  const rows = useVisibleRange({ element, axis: 'rows', count: lines.length, itemSize: size.row })
  const shown = useVisibleRange({ element, axis: 'columns', count: columns.length, itemSize: size.column })
  const { onKeyDown, onFocus, cellProps } = useGridFocus({
    element,
    hasCells: lines.map((line) => typeof line !== 'string'),
    columnCount: columns.length,
    lines: rows,
    columns: shown,
    size,
  })
  if (columns.length === 0) return <Empty description={permission.noRoles} />
  if (lines.length === 0) return <Empty description={common.nothingFound} />

  const visible = columns.slice(shown.start, shown.end).map((column) => ({
    ...column,
    rulesAfter: column.rules && rulesAfter(column.rules, column.roleKey, pending),
  }))
  const before = shown.start * size.column
  const after = Math.max(0, columns.length - shown.end) * size.column
  const cellCount = visible.length + 1 + (before > 0 ? 1 : 0) + (after > 0 ? 1 : 0)
  const width = size.path + columns.length * size.column
  const columnIndex = (i: number) => shown.start + i + 2

  /** Decides with the pending changes, and compares with the rules in force. */
  function decisionsOf(
    row: MatrixRow,
    roleKey: string,
    rulesNow: readonly Schemas['Rule'][],
    rulesThen: readonly Schemas['Rule'][],
  ): { readonly decision: Decision; readonly effect: PendingChange['kind'] | undefined } {
    const decision = decide(row, roleKey, rulesThen, exclusions)
    if (rulesThen === rulesNow) return { decision, effect: undefined }
    return { decision, effect: pendingEffect(decide(row, roleKey, rulesNow, exclusions), decision) }
  }

  return (
    <div className="card matrix-scroll" ref={setElement}>
      <table
        className="matrix"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is WAI-ARIA's grid, and arrow keys reach its cells
        role="grid"
        aria-label={permission.matrix}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        style={{ width: `max(100%, ${width}px)` }}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length + 1}
      >
        <colgroup>
          <col style={{ width: size.path }} />
          {before > 0 && <col style={{ width: before }} />}
          {visible.map(({ roleKey }) => (
            <col key={roleKey} style={{ width: size.column }} />
          ))}
          {after > 0 && <col style={{ width: after }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1}>
              {permission.route}
            </th>
            {before > 0 && <td />}
            {visible.map(({ roleKey, name }, i) => (
              <th key={roleKey} scope="col" aria-colindex={columnIndex(i)} title={`${name} (${roleKey})`}>
                <RoleLink roleKey={roleKey}>
                  <span className="clip">{name}</span>
                </RoleLink>
              </th>
            ))}
            {after > 0 && <td />}
          </tr>
        </thead>
        <tbody>
          <Gap height={rows.start * size.row} />
          {lines.slice(rows.start, rows.end).map((line, i) => {
            const rowIndex = rows.start + i + 2
            if (typeof line === 'string') {
              return (
                <tr key={line} className="group" aria-rowindex={rowIndex}>
                  <th scope="rowgroup" colSpan={cellCount}>
                    <span>{line}</span>
                  </th>
                </tr>
              )
            }
            return (
              <tr key={endpointKey(line)} aria-rowindex={rowIndex}>
                <RowHeading row={line} place={cellProps(rows.start + i, ROW_HEADING)} />
                {before > 0 && <td />}
                {visible.map((column, j) => (
                  <td key={column.roleKey} aria-colindex={columnIndex(j)}>
                    {column.rules && column.rulesAfter && (
                      <MatrixCell
                        roleKey={column.roleKey}
                        row={line}
                        {...decisionsOf(line, column.roleKey, column.rules, column.rulesAfter)}
                        mayChange={mayChange}
                        isSending={isSending}
                        onToggle={(decision) => onChange(toggle(pending, column.roleKey, line, decision))}
                        place={cellProps(rows.start + i, shown.start + j)}
                      />
                    )}
                  </td>
                ))}
                {after > 0 && <td />}
              </tr>
            )
          })}
          <Gap height={Math.max(0, lines.length - rows.end) * size.row} />
        </tbody>
      </table>
    </div>
  )
}

interface RowHeadingProps {
  readonly row: MatrixRow
  readonly place: ReturnType<ReturnType<typeof useGridFocus>['cellProps']>
}

function RowHeading({ row: { method, path }, place }: RowHeadingProps) {
  return (
    <th scope="row" aria-colindex={1} title={`${method} ${path}`}>
      <span className={`method method-${method === '*' ? 'any' : method.toLowerCase()}`}>{method}</span>
      <RouteLink path={path} place={place} />
    </th>
  )
}

/** Takes the place of rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr>
      <td style={{ height }} />
    </tr>
  ) : null
}
