import { App } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { secondFactorCalls } from './calls.ts'
import { CodeDialog } from './code-dialog.tsx'

interface TurnOffSecondFactorProps {
  readonly isRequired: boolean
  readonly onClose: () => void
}

/** Turns the own second factor off, with a code. If the role requires one, the next login sets up a new one. */
export function TurnOffSecondFactor({ isRequired, onClose }: TurnOffSecondFactorProps) {
  const { secondFactor } = useTexts()
  const { message } = App.useApp()
  const action = isRequired ? secondFactor.replace : secondFactor.turnOff
  return (
    <CodeDialog
      title={action}
      submit={action}
      isDangerous
      onSubmit={async (code) => {
        await secondFactorCalls.turnOffSecondFactor(code)
        if (!isRequired) message.success(secondFactor.turnedOff)
      }}
      onClose={onClose}
    >
      <p>{secondFactor.turnOffHelp}</p>
      {isRequired && <p>{secondFactor.replaceHelp}</p>}
    </CodeDialog>
  )
}
