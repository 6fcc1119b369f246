import { App, Button } from 'antd'
import { useState } from 'react'
import type { Page, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { clientName } from '../../shell/page/client-name.ts'
import { RowName } from '../../shell/page/clipped.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { RoleMark } from '../role/select/role-mark.tsx'
import { useRoles } from '../role/select/use-roles.ts'
import { UserFilter } from '../user/select/user-filter.tsx'
import { sessionCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 10_000
/** Names as the service stores them. */
const BROWSERS = ['Chrome', 'Microsoft Edge', 'Firefox', 'Safari', 'Opera', 'curl']
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'Android', 'iOS']
const MIN_AGES_HOURS = [1, 8, 24, 168]

export default function SessionsPage() {
  const { session, user, filter } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const page = usePage('sessions', sessionCalls.sessions, address, { refetchInterval: REFETCH_INTERVAL_MS })
  const [selected, setSelected] = useState<readonly number[]>([])
  const roles = useRoles()
  const mayEnd = mayCall('DELETE', '/session')
  // A session that has ended meanwhile cannot be ended.
  const ids = selected.filter((id) => page.data?.list.some(({ sessionId }) => sessionId === id))
  return (
    <>
      <PageTitle title={session.title}>
        {mayEnd && ids.length > 0 && <EndSelected ids={ids} onDone={() => setSelected([])} />}
        {mayEnd && ids.length === 0 && !page.isPlaceholderData && page.data && (
          <EndMatching filter={address.values} roles={roles} page={page.data} />
        )}
      </PageTitle>
      <Filters address={address}>
        <UserFilter address={address} name="username" label={session.user} />
        <ChoiceFilter
          address={address}
          name="roleId"
          label={session.role}
          choices={roles.map(({ roleId, roleName, roleKey }) => ({
            value: String(roleId),
            label: `${roleName} (${roleKey})`,
          }))}
        />
        <TextFilter address={address} name="ipaddr" label={session.address} help={filter.addressHelp} />
        <ChoiceFilter
          address={address}
          name="browser"
          label={session.browser}
          choices={choicesOf(BROWSERS)}
        />
        <ChoiceFilter address={address} name="os" label={session.os} choices={choicesOf(SYSTEMS)} />
        <ChoiceFilter
          address={address}
          name="minAgeHours"
          label={session.age}
          choices={MIN_AGES_HOURS.map((hours) => ({ value: String(hours), label: session.olderThan(hours) }))}
        />
      </Filters>
      <PageTable
        label={session.title}
        columns={useColumns()}
        rowKey={({ sessionId }) => sessionId}
        page={page}
        address={address}
        empty={session.none}
        {...(mayEnd
          ? {
              rowSelection: {
                selectedRowKeys: [...ids],
                onChange: (keys) => setSelected(keys.map(Number)),
                getCheckboxProps: ({ username, mayEnd: mayEndIt }: Schemas['Session']) => ({
                  'aria-label': user.select(username),
                  disabled: !mayEndIt,
                }),
              },
            }
          : {})}
      />
      <ZoneNote />
    </>
  )
}

function choicesOf(names: readonly string[]) {
  return names.map((name) => ({ value: name, label: name }))
}

function EndSelected({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const { session } = useTexts()
  const ask = useEndQuestion()
  const label = session.endMany(ids.length)
  return (
    <Button danger onClick={() => ask(label, { ids }, onDone)}>
      {label}
    </Button>
  )
}

interface EndMatchingProps {
  readonly filter: Readonly<Record<string, string>>
  readonly roles: readonly Schemas['Role'][]
  readonly page: Pick<Page<Schemas['Session']>, 'list' | 'count' | 'countCapped'>
}

/**
 * Ends all sessions that match the filters, not only those of the page. All are ended or none: the button is not shown if one
 * of the page may not be ended, or if there are too many. For a session of another page, the refusal names the user.
 */
function EndMatching({
  filter,
  roles,
  page: { list, count, countCapped: isCapped = false },
}: EndMatchingProps) {
  const { session } = useTexts()
  const ask = useEndQuestion()
  const body = selectionOf(filter)
  if (Object.keys(body).length === 0 || list.length === 0 || !list.every(({ mayEnd }) => mayEnd)) return null
  const role = roles.find(({ roleId }) => roleId === body.roleId)
  const isRoleOnly = role !== undefined && Object.keys(body).length === 1
  if (isCapped && !isRoleOnly) return null
  const label = isRoleOnly ? session.endOfRole(count, isCapped, role.roleName) : session.endMatching(count)
  return (
    <Button danger onClick={() => ask(label, body)}>
      {label}
    </Button>
  )
}

/** Asks before sessions are ended, and then says how many there were. */
function useEndQuestion() {
  const { session } = useTexts()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const end = useChange(sessionCalls.endSessions)
  return (label: string, body: Schemas['SessionsToEnd'], onDone = () => {}): void =>
    confirm({
      title: session.endManyAsk(label),
      content: `${session.endManyHelp} ${session.ownMayBeEnded}`,
      okText: label,
      async onOk() {
        const { ended } = await end.mutateAsync(body)
        message.success(session.endedMany(ended))
        onDone()
      },
    })
}

/** Returns the filters of the URL as the service expects them in a body. */
function selectionOf(filter: Readonly<Record<string, string>>): Schemas['SessionsToEnd'] {
  const texts = ['username', 'ipaddr', 'browser', 'os'] as const
  const numbers = ['userId', 'roleId', 'minAgeHours'] as const
  const given = (name: string) => filter[name] !== undefined && filter[name] !== ''
  return Object.fromEntries([
    ...texts.filter(given).map((name) => [name, filter[name]]),
    ...numbers.filter(given).map((name) => [name, Number(filter[name])]),
  ])
}

function useColumns() {
  const { session, common } = useTexts()
  return [
    {
      title: session.user,
      key: 'user',
      render: (_: unknown, { userId, username, current }: Schemas['Session']) => (
        <>
          <UserLink username={username} userId={userId}>
            <RowName>{username}</RowName>
          </UserLink>{' '}
          {current && <Mark kind="own">{session.own}</Mark>}
        </>
      ),
    },
    {
      title: session.role,
      key: 'role',
      responsive: ['lg' as const],
      render: (_: unknown, { roleKey }: Schemas['Session']) => <RoleMark roleKey={roleKey} />,
    },
    {
      title: session.address,
      key: 'address',
      render: (_: unknown, { ipaddr }: Schemas['Session']) => <AddressLink address={ipaddr} />,
    },
    {
      title: session.client,
      key: 'client',
      responsive: ['md' as const],
      render: (_: unknown, one: Schemas['Session']) => clientName(one, common.clientOn) || '–',
    },
    {
      title: session.since,
      key: 'since',
      responsive: ['md' as const],
      render: (_: unknown, { loginTime }: Schemas['Session']) => <TimeAgo iso={loginTime} />,
    },
    {
      title: session.until,
      key: 'until',
      responsive: ['xl' as const],
      render: (_: unknown, { expireTime }: Schemas['Session']) => <TimeAgo iso={expireTime} />,
    },
    actionsColumn(common.more, (one: Schemas['Session']) => <SessionActions session={one} />),
  ]
}

function SessionActions({ session: given }: { readonly session: Schemas['Session'] }) {
  const { sessionId, userId, username, current, mayEnd } = given
  const { session, user } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const end = useChange(sessionCalls.endSession, session.ended)
  const endAll = useChange(sessionCalls.endSessionsOf, session.endedAllOf(username))
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
      content: session.endManyHelp,
      okText: user.endSessions,
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
