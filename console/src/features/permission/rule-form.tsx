import { App, Form, Select } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { useConfirmEffects } from '../preview/confirm-effects.tsx'
import { FormPreview } from '../preview/form-preview.tsx'
import { RoleSelect } from '../role/select/role-select.tsx'
import { permissionCalls } from './calls.ts'
import { formatRule } from './decision.ts'
import { METHODS } from './methods.ts'
import { PathInput } from './path-input.tsx'

export const RULE_REASONS: FieldReasons = {
  'role-unknown': 'roleKey',
  'own-role': 'roleKey',
  'admin-only': 'roleKey',
  'beyond-own-role': 'path',
}

interface RuleFormProps {
  /** The rule to edit; absent to add one. */
  readonly rule?: Schemas['Rule']
  /** The values of the form at first, if a rule is added. */
  readonly suggested?: Partial<Schemas['Rule']>
  readonly onClose: () => void
}

/** Adds or edits a rule for any path, also for paths of other services. */
export function RuleForm({ rule: edited, suggested, onClose }: RuleFormProps) {
  const { permission, common } = useTexts()
  const { message } = App.useApp()
  const needed = { required: true, message: common.required }

  const confirmEffects = useConfirmEffects()

  async function send(rule: Schemas['Rule']): Promise<boolean> {
    const change = changeOf(rule, edited)
    if (change === undefined) return true
    if (!(await confirmEffects(change))) return false
    await (edited
      ? permissionCalls.changeRules({ add: [rule], remove: [edited] })
      : permissionCalls.addRules([rule]))
    message.success(edited ? common.saved : permission.ruleAdded(formatRule(rule)))
    return true
  }

  return (
    <FormDrawer<Schemas['Rule']>
      title={edited ? permission.editRule : permission.addRule}
      submit={edited ? common.save : common.add}
      initial={edited ?? { method: 'GET', ...suggested }}
      reasons={RULE_REASONS}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item name="roleKey" label={permission.role} rules={[needed]}>
        <RoleSelect />
      </Form.Item>
      <Form.Item name="method" label={permission.method} rules={[needed]}>
        <Select
          options={METHODS.map((value) => ({
            value,
            label: value === '*' ? `* (${permission.anyMethod})` : value,
          }))}
        />
      </Form.Item>
      <Form.Item name="path" label={permission.path} rules={[needed]} extra={permission.pathHelp}>
        <PathInput />
      </Form.Item>
      <FormPreview<Schemas['Rule']> changeOf={(values) => changeOf(values, edited)} />
    </FormDrawer>
  )
}

function changeOf(
  { roleKey, method, path }: Partial<Schemas['Rule']>,
  edited: Schemas['Rule'] | undefined,
): Schemas['PolicyChange'] | undefined {
  if (!roleKey || !method || !path) return undefined
  const rule = { roleKey, method, path }
  if (!edited) return { add: [rule] }
  return formatRule(rule) === formatRule(edited) ? undefined : { add: [rule], remove: [edited] }
}
