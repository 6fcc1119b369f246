import { App, Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useConfirmEffects } from '../preview/confirm-effects.tsx'
import { usePolicyPreview } from '../preview/policy-preview.tsx'
import { permissionCalls } from './calls.ts'
import { formatRule } from './decision.ts'

const SHOWN_SECONDS = 6

/** Returns a function that adds a rule after a confirmation, with an undo action. */
export function useAddRule(): (rule: Schemas['Rule']) => void {
  const { permission, common } = useTexts()
  const { message } = App.useApp()
  const { mayCall } = useOwnSession()
  const confirm = useConfirm()
  const previewOf = usePolicyPreview()
  const confirmEffects = useConfirmEffects()
  const add = useChange(async (rule: Schemas['Rule']) => {
    if (!(await confirmEffects({ add: [rule] }))) return
    await permissionCalls.addRules([rule])
    showUndo(rule)
  })
  const remove = useChange((rule: Schemas['Rule']) => permissionCalls.removeRules([rule]), permission.removed)

  function showUndo(rule: Schemas['Rule']): void {
    const key = formatRule(rule)
    const undo = (): void => {
      message.destroy(key)
      remove.mutate(rule)
    }
    message.success({
      key,
      duration: SHOWN_SECONDS,
      content: (
        <>
          {permission.ruleAdded(key)}{' '}
          {mayCall('DELETE', '/policy') && (
            <Button type="link" size="small" onClick={undo}>
              {common.undo}
            </Button>
          )}
        </>
      ),
    })
  }

  return (rule) =>
    confirm({
      title: permission.addRuleAsk,
      content: (
        <>
          {formatRule(rule)}. {permission.addRuleHelp(rule.roleKey)}
          {previewOf({ add: [rule] })}
        </>
      ),
      okText: permission.addRule,
      isDangerous: false,
      onOk: () => add.mutateAsync(rule),
    })
}
