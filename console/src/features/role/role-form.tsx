import { App, Form, Input, type InputProps, Select } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { DISABLED, ENABLED, useStatusChoices } from '../../shell/page/status-tag.tsx'
import { VoidedRequests } from '../access-requests/voided-requests.tsx'
import { CUSTOM_DEPARTMENTS, useScopeNames } from '../data-scope/data-scope.ts'
import { DepartmentSelect } from '../department/select/department-select.tsx'
import { FormPreview } from '../preview/form-preview.tsx'
import { ScopePreview } from '../preview/scope-preview.tsx'
import { roleCalls } from './calls.ts'
import { proposedRoleKey } from './role-key.ts'
import { ADMIN_ROLE_KEY } from './select/admin-role.ts'

export const ROLE_REASONS: FieldReasons = {
  'role-key-taken': 'roleKey',
  'beyond-own-role': 'dataScope',
  'department-unknown': 'deptIds',
}

interface Values {
  readonly roleName: string
  readonly roleKey: string
  readonly dataScope: string
  readonly deptIds: readonly number[]
  readonly status: string
}

const OWN_DATA_ONLY = '5'

/** Adds or edits a role. */
export function RoleForm({
  role: given,
  onClose,
}: {
  readonly role?: Schemas['Role']
  readonly onClose: () => void
}) {
  const { role, department, common } = useTexts()
  const { message } = App.useApp()
  const statuses = useStatusChoices()
  const scopes = [...useScopeNames()].map(([value, label]) => ({ value, label }))
  const needed = { required: true, message: common.required }

  async function send(values: Values): Promise<void> {
    if (given) await roleCalls.changeRole(given.roleId, { ...values, revision: given.revision })
    else await roleCalls.addRole({ ...values })
    message.success(common.saved)
  }

  return (
    <FormDrawer<Values>
      title={given ? role.edit(given.roleName) : role.add}
      submit={given ? common.save : common.add}
      initial={given ?? { status: ENABLED, dataScope: OWN_DATA_ONLY }}
      reasons={ROLE_REASONS}
      onSubmit={send}
      onClose={onClose}
    >
      {given && <VoidedRequests of={{ roleKey: given.roleKey }} />}
      <Form.Item name="roleName" label={role.name} rules={[needed]}>
        {given ? <Input autoComplete="off" maxLength={128} /> : <NameOfNewRole />}
      </Form.Item>
      <Form.Item
        name="roleKey"
        label={role.key}
        rules={[needed]}
        extra={given ? role.keyWarning : role.keyHelp}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          disabled={given?.roleKey === ADMIN_ROLE_KEY}
        />
      </Form.Item>
      <Form.Item name="dataScope" label={role.dataScope} extra={role.dataScopeHelp} required>
        <Select options={scopes} />
      </Form.Item>
      <Form.Item<Values> noStyle dependencies={['dataScope']}>
        {({ getFieldValue }) =>
          getFieldValue('dataScope') === CUSTOM_DEPARTMENTS && (
            <Form.Item name="deptIds" label={department.ofRole} rules={[needed]}>
              <DepartmentSelect<readonly number[]> multiple />
            </Form.Item>
          )
        }
      </Form.Item>
      {given && (
        <ScopePreview<Values>
          changeOf={({ dataScope = given.dataScope, deptIds = given.deptIds }) => {
            const isCustom = dataScope === CUSTOM_DEPARTMENTS
            const isSame =
              dataScope === given.dataScope && (!isCustom || String(deptIds) === String(given.deptIds))
            if (isSame || (isCustom && deptIds.length === 0)) return undefined
            return { role: { roleId: given.roleId, dataScope, ...(isCustom ? { deptIds } : {}) } }
          }}
        />
      )}
      <Form.Item name="status" label={common.status} required>
        <Select options={[...statuses.choices]} disabled={given?.roleKey === ADMIN_ROLE_KEY} />
      </Form.Item>
      <Form.Item name="remark" label={common.remark}>
        <Input maxLength={1024} />
      </Form.Item>
      {given?.status === ENABLED && (
        <FormPreview<Values>
          changeOf={({ status }) => (status === DISABLED ? { disableRoles: [given.roleKey] } : undefined)}
        />
      )}
    </FormDrawer>
  )
}

/** Proposes a key while the name is typed, until the user enters another. */
function NameOfNewRole({ onChange, ...props }: InputProps) {
  const form = Form.useFormInstance()
  return (
    <Input
      autoComplete="off"
      maxLength={128}
      {...props}
      onChange={(event) => {
        onChange?.(event)
        if (!form.isFieldTouched('roleKey')) {
          form.setFieldsValue({ roleKey: proposedRoleKey(event.target.value) })
        }
      }}
    />
  )
}
