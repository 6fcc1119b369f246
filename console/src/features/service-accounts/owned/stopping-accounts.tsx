import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../shell/api/address.ts'
import { useTexts } from '../../../shell/language/language.tsx'
import { useOwnSession } from '../../../shell/own-session/own-session.tsx'
import { ENABLED } from '../../../shell/page/status-tag.tsx'
import { type Question, useConfirm } from '../../../shell/page/use-change.ts'
import { serviceAccountCalls } from '../calls.ts'

const MAX_NAMES = 200

/**
 * Returns a function that asks for the confirmation of a change after which users have no access. The question names the service
 * accounts of these users, which stop with them, and leads to where they are handed over.
 */
export function useConfirmWithAccounts() {
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const confirm = useConfirm()
  return (
    userIds: readonly number[],
    { content, ...question }: Question & { readonly content: string },
  ): void => {
    const ownerIds = userIds.join(',')
    const handOver = (close: () => void): void => {
      close()
      navigate(addressOf('/service-accounts', { ownerIds }))
    }
    confirm({
      ...question,
      content: (close) => (
        <>
          {content}
          {mayCall('GET', '/service-account') && (
            <StoppingAccounts ownerIds={ownerIds} onHandOver={() => handOver(close)} />
          )}
        </>
      ),
    })
  }
}

interface StoppingAccountsProps {
  readonly ownerIds: string
  readonly onHandOver: () => void
}

/** Shows nothing if the users have no service accounts. */
function StoppingAccounts({ ownerIds, onHandOver }: StoppingAccountsProps) {
  const { serviceAccount } = useTexts()
  const { data } = useQuery({
    queryKey: ['service-accounts', { ownerIds }],
    queryFn: () => serviceAccountCalls.serviceAccounts({ ownerIds, status: ENABLED, pageSize: MAX_NAMES }),
  })
  if (!data || data.count === 0) return null
  return (
    <p>
      {serviceAccount.stopWithOwner(data.list.map(({ username }) => username).join(', '))}{' '}
      <Button type="link" size="small" onClick={onHandOver}>
        {serviceAccount.handOver}
      </Button>
    </p>
  )
}
