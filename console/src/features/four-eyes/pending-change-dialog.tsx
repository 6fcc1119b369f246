import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import {
  type PendingChange,
  pendingChanges,
  subscribeToPendingChanges,
} from '../../shell/api/pending-changes.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange } from '../../shell/page/use-change.ts'
import { fourEyesCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 3_000
/** Above questions, which Ant Design shows at 2000, and below messages. */
const Z_INDEX = 2005

/** Shows the change that waits for a second administrator, and carries it out after the confirmation. */
export function PendingChangeDialog() {
  const [change] = useSyncExternalStore(subscribeToPendingChanges, pendingChanges)
  const { userId } = useOwnSession()
  // Nothing is sent as another user, who may have logged in in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the user changes
  useEffect(
    () => () => {
      for (const one of pendingChanges()) one.close()
    },
    [userId],
  )
  return change ? <Dialog key={change.confirmationId} change={change} /> : null
}

function Dialog({ change }: { readonly change: PendingChange }) {
  const { confirmation } = useTexts()
  const { confirmationId, carryOut, close } = change
  const { data = [] } = useQuery({
    queryKey: ['own-confirmations'],
    queryFn: fourEyesCalls.ownConfirmations,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const withdraw = useChange(fourEyesCalls.withdrawConfirmation, confirmation.withdrawn)
  const own = data.find(({ id }) => id === confirmationId)
  return (
    <Modal
      open
      title={confirmation.pendingTitle}
      onCancel={close}
      zIndex={Z_INDEX}
      closable={false}
      mask={{ closable: false }}
      footer={[
        <Button
          key="withdraw"
          danger
          disabled={own === undefined || !isOpen(own)}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(confirmationId, { onSuccess: close })}
        >
          {confirmation.withdraw}
        </Button>,
        <Button key="close" onClick={close}>
          {confirmation.close}
        </Button>,
        <Button key="carry-out" type="primary" disabled={own?.status !== 'confirmed'} onClick={carryOut}>
          {confirmation.carryOut}
        </Button>,
      ]}
    >
      <p>{confirmation.pendingHelp(confirmationId)}</p>
      {own && (
        <p>
          {confirmation.until} <LocalTime iso={own.expiresAt} /> (<TimeAgo iso={own.expiresAt} />)
        </p>
      )}
      <div aria-live="polite">{own && <State own={own} />}</div>
      <p className="muted below">{confirmation.sendAgain}</p>
    </Modal>
  )
}

const isOpen = ({ status }: Schemas['Confirmation']): boolean =>
  status === 'waiting' || status === 'confirmed'

function State({ own: { status, decidedBy } }: { readonly own: Schemas['Confirmation'] }) {
  const { confirmation } = useTexts()
  if (status === 'waiting') return <Alert type="info" showIcon title={confirmation.isWaiting} />
  if (status === 'confirmed')
    return <Alert type="success" showIcon title={confirmation.isConfirmed(decidedBy)} />
  return <Alert type="warning" showIcon title={endOf()} />

  function endOf(): string {
    if (status === 'refused') return confirmation.isRefused(decidedBy)
    return status === 'withdrawn' ? confirmation.isWithdrawn : confirmation.isOver
  }
}
