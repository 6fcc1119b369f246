import { App } from 'antd'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { CodeDialog } from './code-dialog.tsx'

/** Turns the own second factor off, with a code. */
export function TurnOffSecondFactor({ onClose }: { readonly onClose: () => void }) {
  const { secondFactor } = useTexts()
  const { message } = App.useApp()
  return (
    <CodeDialog
      title={secondFactor.turnOff}
      submit={secondFactor.turnOff}
      isDangerous
      onSubmit={async (code) => {
        await api.turnOffSecondFactor(code)
        message.success(secondFactor.turnedOff)
      }}
      onClose={onClose}
    >
      <p>{secondFactor.turnOffHelp}</p>
    </CodeDialog>
  )
}
