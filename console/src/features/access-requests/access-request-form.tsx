import { App, Form, Input, Select } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { accessRequestCalls } from './calls.ts'
import { MAX_REQUEST_HOURS, MAX_TEXT_LENGTH } from './limits.ts'

const DEFAULT_HOURS = '8'

interface Values {
  readonly roleId: number
  /** The text of the field. */
  readonly hours: string
  readonly reason: string
}

interface AccessRequestFormProps {
  readonly roles: readonly Schemas['RequestableRole'][]
  readonly onClose: () => void
}

/** Requests a role for some hours. */
export function AccessRequestForm({ roles, onClose }: AccessRequestFormProps) {
  const { accessRequest, user, common } = useTexts()
  const { message } = App.useApp()
  const needed = { required: true, message: common.required }
  const [only, ...others] = roles
  return (
    <FormDrawer<Values>
      title={accessRequest.ask}
      submit={accessRequest.send}
      initial={{ hours: DEFAULT_HOURS, ...(only && others.length === 0 ? { roleId: only.roleId } : {}) }}
      reasons={{
        'role-not-requestable': 'roleId',
        'role-held': 'roleId',
        'role-requested': 'roleId',
      }}
      onSubmit={async (values) => {
        await accessRequestCalls.requestAccess({ ...values, hours: Number(values.hours) })
        message.success(accessRequest.sent)
      }}
      onClose={onClose}
    >
      <p>{accessRequest.askHelp}</p>
      <Form.Item name="roleId" label={user.role} rules={[needed]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={roles.map(({ roleId, roleName, roleKey }) => ({
            value: roleId,
            label: `${roleName} (${roleKey})`,
          }))}
        />
      </Form.Item>
      <Form.Item name="hours" label={accessRequest.hours} extra={accessRequest.hoursHelp} rules={[needed]}>
        <Input type="number" min={1} max={MAX_REQUEST_HOURS} step={1} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={accessRequest.reason}
        extra={accessRequest.reasonHelp}
        rules={[{ ...needed, whitespace: true }]}
      >
        <Input.TextArea rows={3} maxLength={MAX_TEXT_LENGTH} />
      </Form.Item>
    </FormDrawer>
  )
}
