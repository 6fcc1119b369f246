import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RouteLink } from '../../shell/own-session/links.tsx'
import { ChoiceFilter, Filters } from '../../shell/page/filters.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, sortable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { TimeSpanFilter } from '../../shell/page/time-span-filter.tsx'
import { type Address, useAddress } from '../../shell/page/use-address.ts'
import { RoleMark } from '../role/select/role-mark.tsx'
import { UserIdFilter } from '../user/select/user-filter.tsx'
import { explainCalls } from './calls.ts'
import { GroupRequests, NO_ROLE } from './group-requests.tsx'
import { refusalReason } from './refusal-reason.ts'
import { RouteFilter } from './route-filter.tsx'
import { useGrant } from './use-grant.tsx'

const REFETCH_INTERVAL_MS = 5_000
const NO_FACETS: Schemas['RefusalFacets'] = { roles: [], routes: [], reasons: [], users: [] }

/** Lists refused requests in groups, with filters by role, route, reason and user. It is loaded again while it is visible. */
export default function RefusalsPage() {
  const { refusals, events } = useTexts()
  const address = useAddress()
  const page = usePage('refusal-groups', explainCalls.refusalGroups, address, {
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const [opened, setOpened] = useState<Schemas['RefusalGroup']>()
  const grant = useGrant()
  const isLive = page.isSuccess && !page.isRefetchError
  const { facets = NO_FACETS, keepMinutes } = page.data ?? {}
  return (
    <>
      <PageTitle title={refusals.title}>
        <output>
          <Mark kind={isLive ? 'good' : 'plain'}>{isLive ? events.live : events.notLive}</Mark>
        </output>
      </PageTitle>
      {page.data && (
        <p className="muted">
          {keepMinutes === 0
            ? refusals.notRecorded
            : refusals.help(page.data.refusals, page.data.count, page.data.keepMinutes)}
        </p>
      )}
      <Facets address={address} facets={facets} />
      <PageTable
        label={refusals.title}
        columns={useColumns(address, grant, setOpened)}
        rowKey={({ reason, roleKey = '', method, route }) => `${reason} ${roleKey} ${method} ${route}`}
        page={page}
        address={address}
        empty={refusals.none}
      />
      <ZoneNote />
      {opened && (
        <GroupRequests group={opened} filter={address.values} onClose={() => setOpened(undefined)} />
      )}
      {grant.form}
    </>
  )
}

function Facets({
  address,
  facets,
}: {
  readonly address: Address
  readonly facets: Schemas['RefusalFacets']
}) {
  const texts = useTexts()
  const { refusals } = texts
  const nameOf = (role: string) => (role === NO_ROLE ? refusals.nobody : role)
  const { roleKey, reason, userId } = address.values
  const withChosen = (
    choices: readonly { readonly value: string; readonly label: string }[],
    chosen: string | undefined,
    label = chosen,
  ) =>
    chosen === undefined || choices.some(({ value }) => value === chosen)
      ? choices
      : [{ value: chosen, label: label ?? chosen }, ...choices]
  return (
    <Filters address={address}>
      <ChoiceFilter
        address={address}
        name="roleKey"
        label={refusals.role}
        choices={withChosen(
          facets.roles.map(({ value, count }) => ({ value, label: refusals.facet(nameOf(value), count) })),
          roleKey,
          roleKey && nameOf(roleKey),
        )}
      />
      <RouteFilter address={address} routes={facets.routes} />
      <ChoiceFilter
        address={address}
        name="reason"
        label={refusals.reason}
        choices={withChosen(
          facets.reasons.map(({ value, count }) => ({
            value,
            label: refusals.facet(refusalReason(value, texts), count),
          })),
          reason,
          reason && refusalReason(reason, texts),
        )}
      />
      <UserIdFilter
        address={address}
        label={refusals.user}
        choices={withChosen(
          facets.users.map((user) => ({
            value: String(user.userId),
            label: refusals.facet(user.username, user.count),
          })),
          userId,
          userId && `#${userId}`,
        )}
      />
      <TimeSpanFilter address={address} />
    </Filters>
  )
}

function useColumns(
  address: Address,
  grant: ReturnType<typeof useGrant>,
  open: (group: Schemas['RefusalGroup']) => void,
) {
  const texts = useTexts()
  const { refusals, common } = texts
  return [
    {
      title: refusals.role,
      key: 'role',
      render: (_: unknown, { roleKey }: Schemas['RefusalGroup']) =>
        roleKey === undefined ? (
          <span className="muted">{refusals.nobody}</span>
        ) : (
          <RoleMark roleKey={roleKey} />
        ),
    },
    {
      title: refusals.route,
      key: 'route',
      render: (_: unknown, group: Schemas['RefusalGroup']) => <RefusedRoute group={group} />,
    },
    {
      title: refusals.reason,
      key: 'reason',
      render: (_: unknown, { reason, now }: Schemas['RefusalGroup']) => (
        <>
          <Mark kind="plain">{refusalReason(reason, texts)}</Mark>{' '}
          {now === 'allowed' && <Mark kind="good">{refusals.allowedNow}</Mark>}
        </>
      ),
    },
    { title: refusals.count, dataIndex: 'count', ...sortable(address, 'count') },
    { title: refusals.users, dataIndex: 'users', ...sortable(address, 'users') },
    {
      title: refusals.last,
      ...sortable(address, 'refusedAt'),
      render: (_: unknown, { newest }: Schemas['RefusalGroup']) => <TimeAgo iso={newest.refusedAt} />,
    },
    actionsColumn(common.more, (group: Schemas['RefusalGroup']) => {
      const { roleKey = refusals.nobody, method, route } = group
      const of = `${roleKey} ${method} ${route}`
      return (
        <span className="row-actions">
          <Button type="text" size="small" onClick={() => open(group)} aria-label={`${refusals.show}: ${of}`}>
            {refusals.show}
          </Button>
          {grant.isOffered(group) && (
            <Button size="small" onClick={() => grant.open(group)} aria-label={`${refusals.grant}: ${of}`}>
              {refusals.grant}
            </Button>
          )}
        </span>
      )
    }),
  ]
}

/** Shows the route of a group, and the other call that its handler required. */
function RefusedRoute({ group: { method, route, newest } }: { readonly group: Schemas['RefusalGroup'] }) {
  const { refusals } = useTexts()
  const { needed } = newest
  return (
    <>
      <RouteLink path={route}>
        <code>{`${method} ${route}`}</code>
      </RouteLink>
      {needed && <span className="muted"> {refusals.needs(`${needed.method} ${needed.path}`)}</span>}
    </>
  )
}
