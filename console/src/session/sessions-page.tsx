import { api, type Session } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { AddressLink, RoleLink, UserLink } from '../own-session/links.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { clientName } from '../page/client-name.ts'
import { Clipped } from '../page/clipped.tsx'
import { Filters, TextFilter } from '../page/filters.tsx'
import { Mark } from '../page/mark.tsx'
import { PageTable, usePage } from '../page/page-table.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { RowActions } from '../page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../page/time-ago.tsx'
import { useAddress } from '../page/use-address.ts'
import { useChange, useConfirm } from '../page/use-change.ts'
import { UserFilter } from '../user-select/user-filter.tsx'

const REFETCH_INTERVAL_MS = 10_000

export default function SessionsPage() {
  const { session, filter } = useTexts()
  const address = useAddress()
  const page = usePage('sessions', api.sessions, address, { refetchInterval: REFETCH_INTERVAL_MS })
  return (
    <>
      <PageTitle title={session.title} />
      <Filters address={address}>
        <UserFilter address={address} name="username" label={session.user} />
        <TextFilter address={address} name="ipaddr" label={session.address} help={filter.addressHelp} />
      </Filters>
      <PageTable
        label={session.title}
        columns={useColumns()}
        rowKey={({ sessionId }) => sessionId}
        page={page}
        address={address}
        empty={session.none}
      />
      <ZoneNote />
    </>
  )
}

function useColumns() {
  const { session, common } = useTexts()
  return [
    {
      title: session.user,
      key: 'user',
      render: (_: unknown, { userId, username, current }: Session) => (
        <>
          <UserLink username={username} userId={userId}>
            <strong>
              <Clipped>{username}</Clipped>
            </strong>
          </UserLink>{' '}
          {current && <Mark kind="own">{session.own}</Mark>}
        </>
      ),
    },
    {
      title: session.role,
      key: 'role',
      responsive: ['lg' as const],
      render: (_: unknown, { roleKey }: Session) => (
        <RoleLink roleKey={roleKey}>
          <Mark kind="plain">{roleKey}</Mark>
        </RoleLink>
      ),
    },
    {
      title: session.address,
      key: 'address',
      render: (_: unknown, { ipaddr }: Session) => <AddressLink address={ipaddr} />,
    },
    {
      title: session.client,
      key: 'client',
      responsive: ['md' as const],
      render: (_: unknown, one: Session) => clientName(one, common.clientOn) || '–',
    },
    {
      title: session.since,
      key: 'since',
      responsive: ['md' as const],
      render: (_: unknown, { loginTime }: Session) => <TimeAgo iso={loginTime} />,
    },
    {
      title: session.until,
      key: 'until',
      responsive: ['xl' as const],
      render: (_: unknown, { expireTime }: Session) => <TimeAgo iso={expireTime} />,
    },
    {
      title: <span className="visually-hidden">{common.more}</span>,
      key: 'actions',
      align: 'end' as const,
      render: (_: unknown, one: Session) => <SessionActions session={one} />,
    },
  ]
}

function SessionActions({ session: given }: { readonly session: Session }) {
  const { sessionId, userId, username, current, mayEnd } = given
  const { session, user } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const end = useChange(api.endSession, session.ended)
  const endAll = useChange(api.endSessionsOf, session.ended)
  const askToEnd = (): void =>
    confirm({
      title: current ? session.endOwnAsk : session.endAsk(username),
      content: session.endHelp,
      okText: session.end,
      onOk: () => end.mutateAsync(sessionId),
    })
  const askToEndAll = (): void =>
    confirm({
      title: user.endSessionsAsk(username),
      content: session.endHelp,
      okText: session.end,
      onOk: () => endAll.mutateAsync(userId),
    })
  const actions = [
    mayEnd &&
      mayCall('DELETE', `/session/${sessionId}`) && {
        key: 'end',
        label: session.end,
        danger: true,
        onClick: askToEnd,
      },
    mayEnd &&
      mayCall('DELETE', '/session') && {
        key: 'all',
        label: session.endAll,
        danger: true,
        onClick: askToEndAll,
      },
  ].filter((action) => action !== false)
  return <RowActions of={username} actions={actions} />
}
