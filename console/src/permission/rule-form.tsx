import { App, Form, Select } from 'antd'
import { api, type PolicyRule } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { FormDrawer } from '../page/form-drawer.tsx'
import type { FieldWords } from '../page/form-refusal.ts'
import { useRoles } from '../role/use-roles.ts'
import { formatEndpoint } from './decision.ts'
import { METHODS } from './methods.ts'
import { PathInput } from './path-input.tsx'

export const RULE_WORDS: FieldWords = [
  ['path', /path pattern|hand out more|超出自身/],
  ['method', /the method/],
  ['roleKey', /role|角色/],
]

/** Adds a rule for any path, also for paths of other services. */
export function RuleForm({
  roleKey,
  onClose,
}: {
  readonly roleKey: string | undefined
  readonly onClose: () => void
}) {
  const { permission, common } = useTexts()
  const { message } = App.useApp()
  const roles = useRoles()
  const needed = { required: true, message: common.required }

  async function send(rule: PolicyRule): Promise<void> {
    await api.addRules([rule])
    message.success(permission.ruleAdded(`${rule.roleKey} ${formatEndpoint(rule)}`))
  }

  return (
    <FormDrawer<PolicyRule>
      title={permission.addRule}
      submit={common.add}
      initial={{ method: 'GET', ...(roleKey ? { roleKey } : {}) }}
      words={RULE_WORDS}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item name="roleKey" label={permission.role} rules={[needed]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={roles.map((role) => ({
            value: role.roleKey,
            label: `${role.roleName} (${role.roleKey})`,
          }))}
        />
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
    </FormDrawer>
  )
}
