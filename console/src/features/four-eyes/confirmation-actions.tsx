import { App, Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { fourEyesCalls } from './calls.ts'

interface WithdrawalProps {
  readonly confirmation: Schemas['Confirmation']
  readonly onWithdrawn: () => void
}

/** Lets whoever asked withdraw the change, as long as it can still be made. */
export function Withdrawal({ confirmation: { id, userId, status }, onWithdrawn }: WithdrawalProps) {
  const { confirmation } = useTexts()
  const { userId: ownId } = useOwnSession()
  const confirm = useConfirm()
  const withdraw = useChange(fourEyesCalls.withdrawConfirmation, confirmation.withdrawn)
  if (userId !== ownId || (status !== 'waiting' && status !== 'confirmed')) return null
  const ask = (): void =>
    confirm({
      title: confirmation.withdrawAsk(id),
      content: confirmation.withdrawHelp,
      okText: confirmation.withdraw,
      onOk: () => withdraw.mutateAsync(id).then(onWithdrawn),
    })
  return (
    <div className="page-actions below">
      <Button danger onClick={ask}>
        {confirmation.withdraw}
      </Button>
    </div>
  )
}

interface DecisionProps {
  readonly confirmation: Schemas['Confirmation']
  readonly onDecided: () => void
}

/** Lets another administrator decide about the change. */
export function Decision({ confirmation: { id, username }, onDecided }: DecisionProps) {
  const { confirmation } = useTexts()
  const { message } = App.useApp()
  const confirm = useConfirm()
  // To confirm requires a recent login.
  const change = useOwnChange()
  const ask = (decision: 'confirm' | 'refuse'): void =>
    confirm({
      title: decision === 'confirm' ? confirmation.confirmAsk(id) : confirmation.refuseAsk(id),
      content: decision === 'confirm' ? confirmation.confirmHelp(username) : confirmation.refuseHelp,
      okText: decision === 'confirm' ? confirmation.confirm : confirmation.refuse,
      onOk: async () => {
        if (!(await change.run(() => fourEyesCalls.decideConfirmation(id, decision)))) return
        message.success(decision === 'confirm' ? confirmation.confirmed : confirmation.refused)
        onDecided()
      },
    })
  return (
    <div className="below">
      <OwnChangeProblem error={change.error} from={`/requests/confirmations?open=details ${id}`} />
      <div className="page-actions">
        <Button type="primary" onClick={() => ask('confirm')}>
          {confirmation.confirm}
        </Button>
        <Button danger onClick={() => ask('refuse')}>
          {confirmation.refuse}
        </Button>
      </div>
    </div>
  )
}
