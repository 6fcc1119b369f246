import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Schemas } from '../../../shell/api/client.ts'
import { useTexts } from '../../../shell/language/language.tsx'
import { ListCard } from '../../../shell/page/list-card.tsx'
import { TimeAgo } from '../../../shell/page/time-ago.tsx'
import { useChange, useConfirm } from '../../../shell/page/use-change.ts'
import { serviceAccountCalls } from '../calls.ts'

/** Shows the service accounts that were given to the user, who accepts them. Shows nothing if there are none. */
export default function WaitingAccounts() {
  const { serviceAccount, user, common } = useTexts()
  const confirm = useConfirm()
  const page = useQuery({
    queryKey: ['waiting-service-accounts'],
    queryFn: serviceAccountCalls.waitingServiceAccounts,
    select: ({ list }) => ({ list, count: list.length, pageIndex: 1, pageSize: list.length }),
  })
  const accept = useChange(serviceAccountCalls.acceptServiceAccount, serviceAccount.acceptedNow)
  const askToAccept = ({ userId, username }: Schemas['ServiceAccount']): void =>
    confirm({
      title: serviceAccount.acceptAsk(username),
      content: serviceAccount.acceptHelp,
      okText: serviceAccount.accept,
      onOk: () => accept.mutateAsync(userId),
    })
  if (!page.data || page.data.count === 0) return null
  return (
    <ListCard
      title={serviceAccount.waitingTitle}
      page={page}
      heads={[user.username, user.role, serviceAccount.end, common.created, serviceAccount.accept]}
      rowKey={({ userId }) => userId}
      cells={(one) => [
        one.username,
        one.roleName || `#${one.roleId}`,
        one.expiresAt === null ? serviceAccount.noEnd : <TimeAgo key="end" iso={one.expiresAt} />,
        <TimeAgo key="created" iso={one.createdAt} />,
        <Button
          key="accept"
          size="small"
          aria-label={`${serviceAccount.accept}: ${one.username}`}
          onClick={() => askToAccept(one)}
        >
          {serviceAccount.accept}
        </Button>,
      ]}
      empty=""
      hasActions
    />
  )
}
