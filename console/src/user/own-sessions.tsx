import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { api, type Session } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { clientName } from '../page/client-name.ts'
import { Mark } from '../page/mark.tsx'
import { TimeAgo } from '../page/time-ago.tsx'
import { useChange, useConfirm } from '../page/use-change.ts'
import { RecentCard } from './recent-card.tsx'

/** Shows the sessions of the logged-in user, who can end the others. */
export function OwnSessions() {
  const { session, common } = useTexts()
  const page = useQuery({
    queryKey: ['own-sessions'],
    queryFn: api.ownSessions,
    select: (list) => ({ list, count: list.length, pageIndex: 1, pageSize: list.length }),
  })
  return (
    <RecentCard
      title={session.ownTitle}
      page={page}
      heads={[session.since, session.until, session.address, session.client, session.end]}
      rowKey={({ sessionId }) => sessionId}
      cells={(one) => [
        <TimeAgo key="since" iso={one.loginTime} />,
        <TimeAgo key="until" iso={one.expireTime} />,
        one.ipaddr,
        clientName(one, common.clientOn) || '–',
        <EndOwn key="end" session={one} />,
      ]}
      empty={session.none}
      hasActions
      actions={(page.data?.count ?? 0) > 1 && <EndOthers />}
    />
  )
}

function EndOwn({ session: { sessionId, current } }: { readonly session: Session }) {
  const { session } = useTexts()
  const end = useChange(api.endOwnSession, session.ended)
  if (current) return <Mark kind="own">{session.own}</Mark>
  return (
    <Button size="small" danger onClick={() => end.mutate(sessionId)}>
      {session.end}
    </Button>
  )
}

function EndOthers() {
  const { session } = useTexts()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const end = useChange(api.endOtherOwnSessions)
  const ask = (): void =>
    confirm({
      title: session.endManyAsk(session.endOthers),
      content: session.endManyHelp,
      okText: session.endOthers,
      onOk: async () => message.success(session.endedMany((await end.mutateAsync(undefined)).ended)),
    })
  return (
    <Button danger onClick={ask}>
      {session.endOthers}
    </Button>
  )
}
