import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { permissionCalls } from './calls.ts'
import { formatEndpoint } from './decision.ts'
import { exclusionReason } from './exclusion-reason.ts'
import { PermissionTabs } from './permission-tabs.tsx'
import { pageOfRoutes, ROUTE_CLASSES } from './route-list.ts'
import { maySeeMatrix } from './use-matrix.ts'

const MARKS = {
  unguarded: 'bad',
  public: 'warn',
  identity: 'plain',
  excluded: 'warn',
  policy: 'good',
} as const

/** Lists all routes with their class: who can call them, and why a route is excluded. */
export default function RoutesPage() {
  const { permission, common } = useTexts()
  const address = useAddress()
  const page = usePage(
    'routes-page',
    async (query) => pageOfRoutes(await permissionCalls.routes(), query),
    address,
  )
  return (
    <>
      <PageTitle title={permission.title} />
      <PermissionTabs />
      <p className="muted">{permission.routesHelp}</p>
      <Filters address={address}>
        <ChoiceFilter
          address={address}
          name="class"
          label={permission.class}
          choices={ROUTE_CLASSES.map((value) => ({ value, label: permission.classes[value] }))}
        />
        <TextFilter address={address} name="path" label={permission.filter} />
      </Filters>
      <PageTable<Schemas['Route']>
        label={permission.routes}
        columns={[
          { title: permission.method, key: 'method', render: (_, { method }) => <code>{method}</code> },
          { title: permission.path, key: 'path', render: (_, { path }) => <code>{path}</code> },
          {
            title: permission.class,
            key: 'class',
            render: (_, route) => <Mark kind={MARKS[route.class]}>{permission.classes[route.class]}</Mark>,
          },
          { title: permission.origin, key: 'origin', render: (_, { origin }) => permission.origins[origin] },
          { title: permission.callers, key: 'callers', render: (_, route) => <Callers route={route} /> },
        ]}
        rowKey={(route) => `${formatEndpoint(route)} ${route.class} ${route.origin}`}
        page={page}
        address={address}
        empty={common.nothingFound}
      />
    </>
  )
}

function Callers({ route }: { readonly route: Schemas['Route'] }): ReactNode {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const { method, path, exclusions = [] } = route
  const isByRole = route.class === 'policy' && route.checks === 'both'
  const text =
    route.class === 'policy' && !isByRole ? permission.whyLong.original : permission.callersOf[route.class]
  return (
    <>
      {isByRole && maySeeMatrix(mayCall) ? (
        <Link to={addressOf('/permissions', { filter: `${method} ${path}` })}>{text}</Link>
      ) : (
        text
      )}
      {exclusions.map((entry) => (
        <div key={formatEndpoint(entry)} className="muted">
          {isByRole
            ? permission.excludedPart(formatEndpoint(entry), exclusionReason(entry.reason, permission))
            : permission.reason(exclusionReason(entry.reason, permission))}
        </div>
      ))}
    </>
  )
}
