import { Empty } from 'antd'
import { Fragment } from 'react'
import type { Endpoint, PolicyRule, Route } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { decide } from './decision.ts'
import { MatrixCell } from './matrix-cell.tsx'

interface Column {
  readonly roleKey: string
  readonly name: string
  /** Undefined while they are loading. */
  readonly rules: readonly PolicyRule[] | undefined
}

interface MatrixProps {
  /** The roles to show. */
  readonly routes: readonly Route[]
  readonly allRoutes: readonly Route[]
  readonly columns: readonly Column[]
  readonly exclusions: readonly Endpoint[]
  readonly mayChange: boolean
}

export function Matrix({ routes, allRoutes, columns, exclusions, mayChange }: MatrixProps) {
  const { permission, common } = useTexts()
  if (columns.length === 0) return <Empty description={permission.noRoles} />
  if (routes.length === 0) return <Empty description={common.nothingFound} />

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
    <section className="card matrix-scroll" tabIndex={0} aria-label={permission.matrix}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{permission.route}</th>
            {columns.map(({ roleKey, name }) => (
              <th key={roleKey} scope="col" title={`${name} (${roleKey})`}>
                <span className="clip">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupsOf(routes).map(([group, members]) => (
            <Fragment key={group}>
              <tr className="group">
                <th scope="colgroup" colSpan={columns.length + 1}>
                  {group}
                </th>
              </tr>
              {members.map((route) => (
                <tr key={`${route.method} ${route.path}`}>
                  <th scope="row">
                    <span className={`method method-${route.method.toLowerCase()}`}>{route.method}</span>
                    <code>{route.path}</code>
                  </th>
                  {columns.map(({ roleKey, rules }) => (
                    <td key={roleKey}>
                      {rules && (
                        <MatrixCell
                          roleKey={roleKey}
                          route={route}
                          routes={allRoutes}
                          decision={decide(route, roleKey, rules, exclusions)}
                          mayChange={mayChange}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Groups the routes of a resource: `/api/v1/sys-user` and the paths below it. */
function groupsOf(routes: readonly Route[]): [string, Route[]][] {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const group = route.path.split('/').slice(0, 4).join('/')
    groups.set(group, [...(groups.get(group) ?? []), route])
  }
  return [...groups]
}
