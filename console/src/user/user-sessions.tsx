import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { addressOf } from '../address.ts'
import { api, type Session } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { clientName } from '../page/client-name.ts'
import { Mark } from '../page/mark.tsx'
import { TimeAgo } from '../page/time-ago.tsx'
import { useChange, useConfirm } from '../page/use-change.ts'
import { RecentCard } from './recent-card.tsx'

const MAX_SESSIONS = 20

/** Shows the live sessions of a user. */
export function UserSessions({ userId }: { readonly userId: number }) {
  const { session, common } = useTexts()
  const query = { userId, pageSize: MAX_SESSIONS }
  const page = useQuery({ queryKey: ['sessions', query], queryFn: () => api.sessions(query) })
  return (
    <RecentCard
      title={session.title}
      page={page}
      heads={[session.since, session.until, session.address, session.client, session.end]}
      rowKey={({ sessionId }) => sessionId}
      cells={(one) => [
        <TimeAgo key="since" iso={one.loginTime} />,
        <TimeAgo key="until" iso={one.expireTime} />,
        one.ipaddr,
        clientName(one, common.clientOn) || '–',
        <SessionEnd key="end" session={one} />,
      ]}
      empty={session.none}
      hasActions
      all={addressOf('/sessions', { userId })}
    />
  )
}

function SessionEnd({ session: { sessionId, username, current, mayEnd } }: { readonly session: Session }) {
  const { session } = useTexts()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const end = useChange(api.endSession, session.ended)
  if (current) return <Mark kind="own">{session.own}</Mark>
  if (!mayEnd || !mayCall('DELETE', `/session/${sessionId}`)) return null
  const ask = (): void =>
    confirm({
      title: session.endAsk(username),
      content: session.endHelp,
      okText: session.end,
      onOk: () => end.mutateAsync(sessionId),
    })
  return (
    <Button size="small" danger onClick={ask}>
      {session.end}
    </Button>
  )
}
