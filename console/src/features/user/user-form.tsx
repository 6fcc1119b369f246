import { App, Checkbox, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { DISABLED, ENABLED, useStatusChoices } from '../../shell/page/status-tag.tsx'
import { VoidedRequests } from '../access-requests/voided-requests.tsx'
import { useScopeNames } from '../data-scope/data-scope.ts'
import { DepartmentSelect } from '../department/select/department-select.tsx'
import { AllowedMethods } from '../methods-of-users/allowed-methods.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { InvitationChoice } from '../password-links/invitation-choice.tsx'
import { ScopePreview } from '../preview/scope-preview.tsx'
import { useRoleChoices } from '../role/select/use-role-choices.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { isServiceAccount } from '../service-accounts/owned/service-account.ts'
import { StoppingAccountsNote } from '../service-accounts/owned/stopping-accounts.tsx'
import { userCalls } from './calls.ts'
import { RoleUntilField } from './role-until-field.tsx'

export const USER_REASONS: FieldReasons = {
  'username-taken': 'username',
  'role-unknown': 'roleId',
  'role-held': 'roleUntil',
  'own-role': 'roleId',
  'beyond-own-role': 'roleId',
  'department-unknown': 'deptId',
  'own-department': 'deptId',
  'not-invitable': 'email',
}

interface Values {
  readonly username: string
  readonly password?: string
  readonly roleId: number
  /** Null for no end. */
  readonly roleUntil?: Dayjs | null
  readonly deptId?: number
  readonly dataScope?: string
  readonly status: string
  readonly pwdChangeDue: boolean
  readonly loginMethods: readonly string[]
}

const NEW_USER = { status: ENABLED, deptId: 0, dataScope: '', pwdChangeDue: true, loginMethods: [] }

interface UserFormProps {
  /** The user to edit; a new one if missing. */
  readonly user?: Schemas['User']
  readonly onAdded?: (user: Schemas['Profile'], password: string) => void
  readonly onClose: () => void
}

/** Adds or edits a user. */
export function UserForm({ user: given, onAdded, onClose }: UserFormProps) {
  const { user, common, password } = useTexts()
  const { message } = App.useApp()
  const choices = useRoleChoices(given)
  const statuses = useStatusChoices()
  const isPerson = !given || !isServiceAccount(given)
  const mayInvite = useAppConfig()?.passwordLinks.includes('invitation') === true
  const initial = given && { ...given, roleUntil: given.roleUntil === null ? null : dayjs(given.roleUntil) }
  const returning = useRoles().find(({ roleId }) => roleId === given?.formerRoleId)?.roleName
  const needed = { required: true, message: common.required }
  // Not a value of the form, whose defaults are set when it opens: the configuration may arrive later.
  const [chosen, setChosen] = useState<boolean>()
  const isInvited = !given && mayInvite && (chosen ?? true)

  async function send(values: Values): Promise<void> {
    // The revision prevents overwriting a concurrent change.
    if (given) {
      const roleUntil = values.roleUntil?.toISOString() ?? null
      await userCalls.changeUser(given.userId, { ...values, roleUntil, revision: given.revision })
      message.success(common.saved)
    } else {
      const added = isInvited ? { ...values, invite: true, pwdChangeDue: false } : values
      onAdded?.(await userCalls.addUser({ ...added }), values.password ?? '')
    }
  }

  return (
    <FormDrawer<Values>
      title={given ? user.edit(given.username) : user.add}
      submit={given ? common.save : common.add}
      initial={initial ?? NEW_USER}
      reasons={USER_REASONS}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item name="username" label={user.username} rules={[needed]}>
        <Input autoComplete="off" maxLength={64} />
      </Form.Item>
      {!given && mayInvite && <InvitationChoice isInvited={isInvited} onChoose={setChosen} />}
      {!given && !isInvited && <PasswordField />}
      <Form.Item name="roleId" label={user.role} rules={[needed]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={choices} />
      </Form.Item>
      {given && <RoleUntilField returning={returning} />}
      <Membership />
      {given && (
        <ScopePreview<Values>
          changeOf={({ roleId, deptId, dataScope }) => {
            const isSame =
              (roleId ?? given.roleId) === given.roleId &&
              (deptId ?? given.deptId) === given.deptId &&
              (dataScope ?? given.dataScope) === given.dataScope
            return isSame ? undefined : { user: { userId: given.userId, roleId, deptId, dataScope } }
          }}
        />
      )}
      {isPerson && (
        <>
          <Form.Item name="nickName" label={user.nickName}>
            <Input autoComplete="off" maxLength={255} />
          </Form.Item>
          <Form.Item name="email" label={user.email}>
            <Input type="email" autoComplete="off" maxLength={255} />
          </Form.Item>
          <Form.Item name="phone" label={user.phone}>
            <Input type="tel" autoComplete="off" maxLength={64} />
          </Form.Item>
          <AllowedMethods current={given?.loginMethods ?? []} />
        </>
      )}
      <Form.Item name="status" label={common.status} required>
        <Select options={[...statuses.choices]} />
      </Form.Item>
      {given && (
        <Form.Item<Values> noStyle shouldUpdate>
          {({ getFieldsValue }) =>
            changesRights(given, getFieldsValue()) && <VoidedRequests of={{ userId: given.userId }} />
          }
        </Form.Item>
      )}
      {given?.status === ENABLED && (
        <Form.Item<Values> noStyle dependencies={['status']}>
          {({ getFieldValue }) =>
            getFieldValue('status') === DISABLED && <StoppingAccountsNote userId={given.userId} />
          }
        </Form.Item>
      )}
      <Form.Item name="remark" label={common.remark}>
        <Input maxLength={1024} />
      </Form.Item>
      {isPerson && (
        <Form.Item name="pwdChangeDue" valuePropName="checked" hidden={isInvited}>
          <Checkbox>{password.mustChange}</Checkbox>
        </Form.Item>
      )}
    </FormDrawer>
  )
}

/** Returns whether values change what whoever approves a request of the user relies on. */
function changesRights(given: Schemas['User'], values: Partial<Values>): boolean {
  const { roleUntil } = values
  if (roleUntil !== undefined && (roleUntil?.toISOString() ?? null) !== given.roleUntil) return true
  return (['roleId', 'deptId', 'dataScope', 'status'] as const).some(
    (name) => values[name] !== undefined && values[name] !== given[name],
  )
}

/** The department, and the data scope that replaces the role's, for a viewer who sees the departments. */
export function Membership() {
  const { department, dataScopes } = useTexts()
  const { mayCall } = useOwnSession()
  const scopes = [...useScopeNames()].map(([value, label]) => ({ value, label }))
  if (!mayCall('GET', '/deptTree')) return null
  return (
    <>
      <Form.Item name="deptId" label={department.ofUser} required>
        <DepartmentSelect<number> none={department.noneOfUser} />
      </Form.Item>
      <Form.Item name="dataScope" label={dataScopes.ofUser} extra={dataScopes.ofUserHelp} required>
        <Select options={[{ value: '', label: dataScopes.ofRole }, ...scopes]} />
      </Form.Item>
    </>
  )
}
