import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useOpened } from '../../shell/page/use-opened.ts'
import { RequestState } from '../four-eyes/request-status.tsx'
import { AccessRequestForm } from './access-request-form.tsx'
import { accessRequestCalls } from './calls.ts'

const FORM = 'request'

/** Shows the user's own requests for roles, and makes and withdraws them. */
export default function OwnAccessRequests() {
  const { accessRequest, user } = useTexts()
  const { name, open, close } = useOpened()
  const confirm = useConfirm()
  const page = useQuery({
    queryKey: ['own-access-requests'],
    queryFn: accessRequestCalls.ownAccessRequests,
    select: ({ roles, requests: list }) => ({
      roles,
      list,
      count: list.length,
      pageIndex: 1,
      pageSize: list.length,
    }),
  })
  const withdraw = useChange(accessRequestCalls.withdrawAccessRequest, accessRequest.withdrawn)
  const askToWithdraw = ({ id, roleName }: Schemas['AccessRequest']): void =>
    confirm({
      title: accessRequest.withdrawAsk(roleName),
      content: accessRequest.withdrawHelp,
      okText: accessRequest.withdraw,
      onOk: () => withdraw.mutateAsync(id),
    })
  const roles = page.data?.roles ?? []
  return (
    <>
      <ListCard
        title={accessRequest.ownTitle}
        page={page}
        heads={[
          user.role,
          accessRequest.reason,
          accessRequest.asked,
          accessRequest.state,
          accessRequest.withdraw,
        ]}
        rowKey={({ id }) => id}
        cells={(one) => [
          <div key="role">
            {one.roleName || `#${one.roleId}`}
            <div className="muted">{accessRequest.hoursOf(one.hours)}</div>
          </div>,
          <span key="reason" className="request-reason">
            {one.reason}
          </span>,
          <TimeAgo key="asked" iso={one.createdAt} />,
          <RequestState key="state" request={one} />,
          (one.status === 'waiting' || one.status === 'outdated') && (
            <Button
              key="withdraw"
              size="small"
              aria-label={`${accessRequest.withdraw}: ${one.roleName}`}
              onClick={() => askToWithdraw(one)}
            >
              {accessRequest.withdraw}
            </Button>
          ),
        ]}
        empty={roles.length === 0 ? accessRequest.noRoles : accessRequest.ownNone}
        hasActions
        actions={
          roles.length > 0 && (
            <Button className="below" onClick={() => open(FORM)}>
              {accessRequest.ask}
            </Button>
          )
        }
      />
      {name === FORM && roles.length > 0 && <AccessRequestForm roles={roles} onClose={close} />}
    </>
  )
}
