import { App, Form, Input, InputNumber, Select } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { ENABLED, useStatusChoices } from '../../shell/page/status-tag.tsx'
import { ScopePreview } from '../preview/scope-preview.tsx'
import { departmentCalls } from './calls.ts'
import { DepartmentSelect } from './select/department-select.tsx'

const REASONS: FieldReasons = {
  'department-unknown': 'parentId',
  'department-cycle': 'parentId',
}

interface Values {
  readonly deptName: string
  readonly parentId: number
  readonly sort: number
  readonly status: string
}

interface DepartmentFormProps {
  /** The department to edit; a new one if missing. */
  readonly department?: Schemas['Department']
  /** Of a new department. */
  readonly parentId?: number
  /** Called instead of `onClose` once the department is stored. */
  readonly onSaved: (deptId: number) => void
  readonly onClose: () => void
}

/** Adds, edits or moves a department. */
export function DepartmentForm({ department: given, parentId = 0, onSaved, onClose }: DepartmentFormProps) {
  const { department, user, common } = useTexts()
  const { message } = App.useApp()
  const statuses = useStatusChoices()
  const needed = { required: true, message: common.required }

  const send = (values: Values): Promise<Schemas['Department']> =>
    given
      ? departmentCalls.changeDepartment(given.deptId, { ...values, revision: given.revision })
      : departmentCalls.addDepartment({ ...values })

  return (
    <FormDrawer<Values, Schemas['Department']>
      title={given ? department.edit(given.deptName) : department.add}
      submit={given ? common.save : common.add}
      initial={given ?? { parentId, sort: 0, status: ENABLED }}
      reasons={REASONS}
      onSubmit={send}
      onSaved={({ deptId }) => {
        message.success(common.saved)
        onSaved(deptId)
      }}
      onClose={onClose}
    >
      <Form.Item name="deptName" label={department.name} rules={[needed]}>
        <Input autoComplete="off" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="parentId"
        label={department.parent}
        extra={given ? department.moveHelp : undefined}
        required
      >
        <DepartmentSelect<number> none={department.atTop} {...(given ? { without: given.deptId } : {})} />
      </Form.Item>
      <Form.Item name="sort" label={department.order} extra={department.orderHelp}>
        <InputNumber min={0} max={1_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="leader" label={department.leader} extra={department.leaderHelp}>
        <Input autoComplete="off" maxLength={128} />
      </Form.Item>
      <Form.Item name="phone" label={user.phone}>
        <Input type="tel" autoComplete="off" maxLength={64} />
      </Form.Item>
      <Form.Item name="email" label={user.email}>
        <Input type="email" autoComplete="off" maxLength={255} />
      </Form.Item>
      <Form.Item name="status" label={common.status} extra={department.disabledHelp} required>
        <Select options={[...statuses.choices]} />
      </Form.Item>
      {given && (
        <ScopePreview<Values>
          changeOf={({ parentId: parent = given.parentId, status = given.status }) => {
            if (parent === given.parentId && status === given.status) return undefined
            return { department: { deptId: given.deptId, parentId: parent, status } }
          }}
        />
      )}
    </FormDrawer>
  )
}
