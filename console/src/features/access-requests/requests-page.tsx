import { Navigate } from 'react-router'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Clipped, RowName } from '../../shell/page/clipped.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import NotFoundPage from '../../shell/page/not-found-page.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { RequestState } from '../four-eyes/request-status.tsx'
import { RequestsTabs } from '../four-eyes/requests-tabs.tsx'
import { StatusFilter, waitingByDefault } from '../four-eyes/status-filter.tsx'
import { useRequestPages } from '../four-eyes/use-request-pages.ts'
import { useSeenEntry } from '../four-eyes/use-seen-entry.ts'
import { accessRequestCalls } from './calls.ts'
import { DecisionForm } from './decision-form.tsx'

const DECISIONS = ['approve', 'refuse'] as const

/** Lists the requests of users for roles, or leads to the confirmations if there are none for this user. */
export default function RequestsPage() {
  const { isLoading, hasAccessRequests, hasConfirmations } = useRequestPages()
  if (isLoading) return <Loading />
  if (hasAccessRequests) return <AccessRequests />
  return hasConfirmations ? <Navigate to="/requests/confirmations" replace /> : <NotFoundPage />
}

function AccessRequests() {
  const { accessRequest } = useTexts()
  const address = useAddress()
  const { name, open, close } = useOpened()
  const page = usePage('access-requests', accessRequestCalls.accessRequests, waitingByDefault(address))
  const decision = DECISIONS.find((one) => idAfter(one, name) !== undefined)
  // Outdated requests are among those that wait.
  const { outdated: _, ...statuses } = accessRequest.statuses
  const request = useSeenEntry(page.data?.list, decision && idAfter(decision, name))
  return (
    <>
      <PageTitle title={accessRequest.title} />
      <RequestsTabs />
      <StatusFilter address={address} statuses={statuses} />
      <PageTable
        label={accessRequest.title}
        columns={useColumns((decision, { id }) => open(`${decision} ${id}`))}
        rowKey={({ id }) => id}
        page={page}
        address={address}
        empty={accessRequest.noneWaiting}
      />
      <ZoneNote />
      {decision && request && <DecisionForm decision={decision} request={request} onClose={close} />}
    </>
  )
}

function useColumns(decide: (decision: 'approve' | 'refuse', request: Schemas['AccessRequest']) => void) {
  const { accessRequest, user, common } = useTexts()
  const { mayCall, userId: ownId } = useOwnSession()
  /** Nobody decides about the own request. An approval also changes the user. */
  const actionsOf = (one: Schemas['AccessRequest']) => {
    const isOutdated = one.status === 'outdated'
    if (!(one.status === 'waiting' || isOutdated) || one.userId === ownId) return []
    if (!mayCall('PUT', `/access-request/${one.id}`)) return []
    const refuse = {
      key: 'refuse',
      label: accessRequest.refuse,
      danger: true,
      onClick: () => decide('refuse', one),
    }
    const approve = { key: 'approve', label: accessRequest.approve, onClick: () => decide('approve', one) }
    return !isOutdated && mayCall('PUT', `/sys-user/${one.userId}`) ? [approve, refuse] : [refuse]
  }
  return [
    {
      title: user.username,
      key: 'user',
      render: (_: unknown, { username, userId, nickName }: Schemas['AccessRequest']) => (
        <>
          <UserLink username={username} userId={userId}>
            <RowName>{username}</RowName>
          </UserLink>
          {nickName && (
            <div className="muted">
              <Clipped>{nickName}</Clipped>
            </div>
          )}
        </>
      ),
    },
    {
      title: user.role,
      key: 'role',
      render: (_: unknown, { roleKey, roleId, roleName, hours }: Schemas['AccessRequest']) => (
        <>
          {roleKey === '' ? (
            `#${roleId}`
          ) : (
            <RoleLink roleKey={roleKey} roleId={roleId}>
              <Clipped>{roleName}</Clipped>
            </RoleLink>
          )}
          <div className="muted">{accessRequest.hoursOf(hours)}</div>
        </>
      ),
    },
    {
      title: accessRequest.reason,
      key: 'reason',
      responsive: ['md' as const],
      render: (_: unknown, { reason }: Schemas['AccessRequest']) => (
        <span className="request-reason">{reason}</span>
      ),
    },
    {
      title: accessRequest.asked,
      key: 'createdAt',
      responsive: ['lg' as const],
      render: (_: unknown, { createdAt }: Schemas['AccessRequest']) => <TimeAgo iso={createdAt} />,
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, one: Schemas['AccessRequest']) => <RequestState request={one} />,
    },
    actionsColumn(common.more, (one: Schemas['AccessRequest']) => (
      <RowActions of={`${one.username} ${one.roleKey}`} actions={actionsOf(one)} />
    )),
  ]
}
