import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { addressOf } from '../../shell/api/address.ts'
import type { Page, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { clientName } from '../../shell/page/client-name.ts'
import { ListCard } from '../../shell/page/list-card.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { sessionCalls } from './calls.ts'
import { useEndOthers } from './use-end-others.ts'

interface SessionsProps {
  readonly filter: { readonly userId: number } | { readonly roleId: number }
  readonly pageSize: number
}

/** Shows the newest sessions of a user, or of the users of a role. */
export function Sessions({ filter, pageSize }: SessionsProps) {
  const { session } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const query = { ...filter, pageSize }
  const page = useQuery({ queryKey: ['sessions', query], queryFn: () => sessionCalls.sessions(query) })
  const end = useChange(sessionCalls.endSession, session.ended)
  const ask = ({ sessionId, username }: Schemas['Session']): void =>
    confirm({
      title: session.endAsk(username),
      content: session.endHelp,
      okText: session.end,
      onOk: () => end.mutateAsync(sessionId),
    })
  return (
    <SessionsCard
      title={session.title}
      page={page}
      hasUsers={'roleId' in filter}
      mayEnd={({ mayEnd, sessionId }) => mayEnd && mayCall('DELETE', `/session/${sessionId}`)}
      onEnd={ask}
      all={addressOf('/sessions', filter)}
    />
  )
}

/** Shows the sessions of the logged-in user, who can end the others. */
export function OwnSessions() {
  const { session } = useTexts()
  const page = useQuery({
    queryKey: ['own-sessions'],
    queryFn: sessionCalls.ownSessions,
    select: (list) => ({ list, count: list.length, pageIndex: 1, pageSize: list.length }),
  })
  const end = useChange(sessionCalls.endOwnSession, session.ended)
  return (
    <SessionsCard
      title={session.ownTitle}
      page={page}
      mayEnd={() => true}
      onEnd={({ sessionId }) => end.mutate(sessionId)}
      actions={(page.data?.count ?? 0) > 1 && <EndOthers />}
    />
  )
}

interface SessionsCardProps {
  readonly title: string
  readonly page: UseQueryResult<Page<Schemas['Session']>>
  /** Whether the sessions are those of several users. */
  readonly hasUsers?: boolean
  readonly mayEnd: (session: Schemas['Session']) => boolean
  readonly onEnd: (session: Schemas['Session']) => void
  readonly all?: string
  readonly actions?: ReactNode
}

function SessionsCard({ hasUsers = false, mayEnd, onEnd, ...card }: SessionsCardProps) {
  const { session, common } = useTexts()
  return (
    <ListCard
      {...card}
      heads={[
        ...(hasUsers ? [session.user] : []),
        session.since,
        session.until,
        session.address,
        session.client,
        session.end,
      ]}
      rowKey={({ sessionId }) => sessionId}
      cells={(one) => [
        ...(hasUsers ? [<UserLink key="user" username={one.username} userId={one.userId} />] : []),
        <TimeAgo key="since" iso={one.loginTime} />,
        <TimeAgo key="until" iso={one.expireTime} />,
        <AddressLink key="address" address={one.ipaddr} />,
        clientName(one, common.clientOn) || '–',
        one.current ? (
          <Mark key="end" kind="own">
            {session.own}
          </Mark>
        ) : (
          mayEnd(one) && (
            <Button key="end" size="small" danger onClick={() => onEnd(one)}>
              {session.end}
            </Button>
          )
        ),
      ]}
      empty={session.none}
      hasActions
    />
  )
}

function EndOthers() {
  const { session } = useTexts()
  const ask = useEndOthers()
  return (
    <Button danger onClick={ask}>
      {session.endOthers}
    </Button>
  )
}
