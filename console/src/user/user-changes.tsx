import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { LocalTime } from '../page/local-time.tsx'
import { Mark } from '../page/mark.tsx'
import { addressOf } from '../response.ts'
import { RecentCard } from './recent-card.tsx'

const MAX_CHANGES = 10

interface UserChangesProps {
  readonly userId: number
  readonly username: string
}

/** Shows the latest changes of a user, and the latest changes that the user has made. */
export function UserChanges({ userId, username }: UserChangesProps) {
  const { user } = useTexts()
  return (
    <>
      <Changes title={user.changes} filter={{ targetKind: 'user', targetId: userId }} />
      <Changes title={user.changesBy} filter={{ operator: username }} />
    </>
  )
}

interface ChangesProps {
  readonly title: string
  readonly filter: Readonly<Record<string, string | number>>
}

function Changes({ title, filter }: ChangesProps) {
  const { auditLog, loginLog } = useTexts()
  const query = { ...filter, pageSize: MAX_CHANGES }
  const page = useQuery({ queryKey: ['audit-log', query], queryFn: () => api.auditLog(query) })
  return (
    <RecentCard
      title={title}
      page={page}
      heads={[loginLog.time, auditLog.operator, auditLog.action, auditLog.target, loginLog.address]}
      rowKey={({ id }) => id}
      cells={(one) => [
        <LocalTime key="time" iso={one.time} />,
        one.operator,
        <Mark key="action" kind="plain">
          {one.action}
        </Mark>,
        one.target,
        one.ipaddr || '–',
      ]}
      empty={auditLog.none}
      all={addressOf('/audit-log', filter)}
    />
  )
}
