import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../shell/api/address.ts'
import type { Schemas } from '../../../shell/api/client.ts'
import { useTexts } from '../../../shell/language/language.tsx'
import { useOwnSession } from '../../../shell/own-session/own-session.tsx'
import { useErrorMessage } from '../../../shell/page/request-id.tsx'
import { ENABLED } from '../../../shell/page/status-tag.tsx'
import { type Question, useChange, useConfirm } from '../../../shell/page/use-change.ts'
import { serviceAccountCalls } from '../calls.ts'
import { OwnerSelect } from './owner-select.tsx'

const MAX_NAMES = 200

const enabledAccountsOf = (ownerIds: string) =>
  serviceAccountCalls.serviceAccounts({ ownerIds, status: ENABLED, pageSize: MAX_NAMES })

/**
 * Returns a function that asks for the confirmation of a change after which users have no access. The question names the service
 * accounts of these users, which stop with them, and offers to hand them over before. It opens once they are known, or cannot be read.
 */
export function useConfirmWithAccounts() {
  const { mayCall } = useOwnSession()
  const { message } = App.useApp()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const handOver = useChange(async ({ ownerId, accounts }: HandOver) => {
    for (const { userId } of accounts) await serviceAccountCalls.changeServiceAccount(userId, { ownerId })
  })

  function ask(
    { content, ...question }: Question & { readonly content: string },
    accounts: Accounts,
    showAll: () => void,
  ): void {
    let ownerId: number | undefined
    const isWhole = accounts.list.length === accounts.count
    const mayHandOver =
      isWhole && accounts.list.every(({ userId }) => mayCall('PUT', `/service-account/${userId}`))
    confirm({
      ...question,
      content: (close) => (
        <>
          {content}
          {accounts.count > 0 && (
            <StoppingAccounts
              accounts={accounts}
              onShow={() => {
                close()
                showAll()
              }}
              {...(mayHandOver ? { onChoose: (chosen) => (ownerId = chosen) } : {})}
            />
          )}
        </>
      ),
      async onOk() {
        if (ownerId !== undefined) await handOver.mutateAsync({ ownerId, accounts: accounts.list })
        return question.onOk()
      },
    })
  }

  async function accountsToName(ownerIds: string): Promise<Accounts> {
    if (!mayCall('GET', '/service-account')) return NO_ACCOUNTS
    try {
      return await enabledAccountsOf(ownerIds)
    } catch (error) {
      // The question opens without them: in an emergency, a user has to be disabled all the same.
      message.error(errorMessage(error))
      return NO_ACCOUNTS
    }
  }

  return async (
    userIds: readonly number[],
    question: Question & { readonly content: string },
  ): Promise<void> => {
    const ownerIds = userIds.join(',')
    const showAll = () => void navigate(addressOf('/service-accounts', { ownerIds }))
    ask(question, await accountsToName(ownerIds), showAll)
  }
}

type Accounts = Pick<Awaited<ReturnType<typeof enabledAccountsOf>>, 'list' | 'count'>

const NO_ACCOUNTS: Accounts = { list: [], count: 0 }

interface HandOver {
  readonly ownerId: number
  readonly accounts: readonly Schemas['ServiceAccount'][]
}

interface StoppingAccountsProps {
  readonly accounts: Accounts
  readonly onShow: () => void
  readonly onChoose?: (ownerId: number) => void
}

function StoppingAccounts({ accounts: { list, count }, onShow, onChoose }: StoppingAccountsProps) {
  const { serviceAccount } = useTexts()
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const names = list.map(({ username }) => username).join(', ')
  return (
    <div className="stopping-accounts">
      <p>
        {serviceAccount.stopWithOwner(count, names)}{' '}
        <Button type="link" size="small" onClick={onShow}>
          {serviceAccount.show}
        </Button>
      </p>
      {onChoose && (
        <div className="labelled-field">
          <label htmlFor={id}>{serviceAccount.handOverBefore}</label>
          <OwnerSelect
            id={id}
            name=""
            {...(chosen === undefined ? {} : { value: chosen })}
            onChange={(ownerId) => {
              setChosen(ownerId)
              onChoose(ownerId)
            }}
          />
          <span className="muted">{serviceAccount.handOverAccept}</span>
        </div>
      )}
    </div>
  )
}

/** Names the service accounts that stop if a user is disabled with the form around it. Shows nothing if there are none. */
export function StoppingAccountsNote({ userId }: { readonly userId: number }) {
  const { serviceAccount } = useTexts()
  const { mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: ['service-accounts', 'stopping', userId],
    queryFn: () => enabledAccountsOf(String(userId)),
    enabled: mayCall('GET', '/service-account'),
  })
  if (!data || data.count === 0) return null
  const names = data.list.map(({ username }) => username).join(', ')
  return (
    <Alert
      className="form-note"
      type="warning"
      showIcon
      title={serviceAccount.stopWithOwner(data.count, names)}
    />
  )
}
