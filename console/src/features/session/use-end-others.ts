import { App } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { sessionCalls } from './calls.ts'

/** Returns what asks whether all own sessions but this one are to end. */
export function useEndOthers(): () => void {
  const { session } = useTexts()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const end = useChange(sessionCalls.endOtherOwnSessions)
  return () =>
    confirm({
      title: session.endManyAsk(session.endOthers),
      content: session.endManyHelp,
      okText: session.endOthers,
      onOk: async () => message.success(session.endedMany((await end.mutateAsync(undefined)).ended)),
    })
}
