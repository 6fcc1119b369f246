import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink } from '../../shell/own-session/links.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { auditLogCalls } from './calls.ts'
import { Change } from './change.tsx'
import { OperatorLink } from './entry-links.tsx'

const MAX_CHANGES = 10

interface ChangesProps {
  readonly title: string
  readonly filter: Readonly<Record<string, string | number>>
}

/** Shows the latest entries of the audit log that match a filter. */
export function Changes({ title, filter }: ChangesProps) {
  const { auditLog, loginLog, common } = useTexts()
  const query = { ...filter, pageSize: MAX_CHANGES }
  const page = useQuery({ queryKey: ['audit-log', query], queryFn: () => auditLogCalls.auditLog(query) })
  return (
    <ListCard
      title={title}
      page={page}
      heads={[common.time, auditLog.operator, auditLog.change, loginLog.address]}
      rowKey={({ id }) => id}
      cells={(one) => [
        <TimeAgo key="time" iso={one.time} />,
        <OperatorLink key="operator" entry={one} />,
        <Change key="change" entry={one} />,
        <AddressLink key="address" address={one.ipaddr} />,
      ]}
      empty={auditLog.none}
      all={addressOf('/audit-log', filter)}
    />
  )
}
