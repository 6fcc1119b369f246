import { App, Checkbox, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { EndField } from '../../shell/page/end-field.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import type { FieldReasons } from '../../shell/page/form-refusal.ts'
import { useErrorMessage } from '../../shell/page/request-id.tsx'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import { useRoleChoices } from '../role/select/use-role-choices.ts'
import { userCalls } from '../user/calls.ts'
import { Membership, USER_REASONS } from '../user/user-form.tsx'
import { serviceAccountCalls } from './calls.ts'
import { OwnerSelect } from './owned/owner-select.tsx'
import type { NewSecret } from './secret-panel.tsx'

export const SERVICE_ACCOUNT_REASONS: FieldReasons = {
  ...USER_REASONS,
  'service-account-role': 'roleId',
  'service-account-owner': 'ownerId',
}

interface Values {
  readonly username: string
  readonly roleId: number
  readonly deptId?: number
  readonly dataScope?: string
  readonly remark: string
  readonly ownerId?: number
  readonly expiresAt?: Dayjs | null
  readonly networks?: readonly string[]
  readonly withSecret?: boolean
}

/** The fields that a service account has as every user has them. */
const USER_FIELDS = ['username', 'roleId', 'deptId', 'dataScope', 'remark'] as const

interface ServiceAccountFormProps {
  /** The account to edit; a new one if missing. */
  readonly account?: Schemas['ServiceAccount']
  readonly onSecret?: (secret: NewSecret) => void
  readonly onClose: () => void
}

/** Adds or edits a service account. */
export function ServiceAccountForm({ account: given, onSecret, onClose }: ServiceAccountFormProps) {
  const { serviceAccount, user, common } = useTexts()
  const { message } = App.useApp()
  const errorMessage = useErrorMessage()
  const { mayCall, userId: ownId, userName } = useOwnSession()
  const roles = useRoleChoices(given).filter(({ roleKey }) => roleKey !== ADMIN_ROLE_KEY)
  const needed = { required: true, message: common.required }
  const isUserShown = !given || mayCall('PUT', `/sys-user/${given.userId}`)
  const areDetailsShown = !given || mayCall('PUT', `/service-account/${given.userId}`)

  async function add({ withSecret = false, ...values }: Values): Promise<void> {
    const { userId, username } = await serviceAccountCalls.addServiceAccount({
      ...values,
      expiresAt: endOf(values),
    })
    message.success(common.saved)
    if (!withSecret) return
    // The account exists, whatever happens here. Its page offers to add a secret.
    await serviceAccountCalls.addServiceSecret(userId).then(
      ({ secret }) => onSecret?.({ username, secret }),
      (error: unknown) => message.error(errorMessage(error)),
    )
  }

  async function change(account: Schemas['ServiceAccount'], values: Values): Promise<void> {
    const { userId, revision, networks, expiresAt } = account
    const changed = USER_FIELDS.filter((name) => values[name] !== undefined && values[name] !== account[name])
    if (changed.length > 0) {
      const fields = Object.fromEntries(changed.map((name) => [name, values[name]]))
      await userCalls.changeUser(userId, { ...fields, revision })
    }
    const details = {
      ...(String(values.networks) === String(networks) ? {} : { networks: values.networks }),
      ...(endOf(values) === expiresAt ? {} : { expiresAt: endOf(values) }),
    }
    // Each change of them ends the sessions of the account.
    if (areDetailsShown && Object.keys(details).length > 0)
      await serviceAccountCalls.changeServiceAccount(userId, details)
    message.success(common.saved)
  }

  return (
    <FormDrawer<Values>
      title={given ? serviceAccount.edit(given.username) : serviceAccount.add}
      submit={given ? common.save : common.add}
      initial={
        given
          ? { ...given, expiresAt: given.expiresAt === null ? null : dayjs(given.expiresAt) }
          : { ownerId: ownId, deptId: 0, dataScope: '', remark: '', networks: [], withSecret: true }
      }
      reasons={SERVICE_ACCOUNT_REASONS}
      onSubmit={(values) => (given ? change(given, values) : add(values))}
      onClose={onClose}
    >
      {isUserShown && (
        <>
          <Form.Item name="username" label={user.username} rules={[needed]}>
            <Input autoComplete="off" spellCheck={false} maxLength={64} />
          </Form.Item>
          <Form.Item name="roleId" label={user.role} extra={serviceAccount.roleHelp} rules={[needed]}>
            <Select showSearch={{ optionFilterProp: 'label' }} options={roles} />
          </Form.Item>
        </>
      )}
      {!given && mayCall('GET', '/sys-user') && (
        <Form.Item name="ownerId" label={serviceAccount.owner} extra={serviceAccount.ownerHelp} required>
          <OwnerSelect name={userName} />
        </Form.Item>
      )}
      {areDetailsShown && (
        <>
          <Form.Item name="expiresAt" label={serviceAccount.end} extra={serviceAccount.endHelp}>
            <EndField placeholder={serviceAccount.noEnd} />
          </Form.Item>
          <Form.Item name="networks" label={serviceAccount.networks} extra={serviceAccount.networksHelp}>
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              tokenSeparators={[',', ' ', '\n']}
              placeholder={serviceAccount.everywhere}
            />
          </Form.Item>
        </>
      )}
      {isUserShown && (
        <>
          <Membership />
          <Form.Item name="remark" label={common.remark}>
            <Input maxLength={1024} />
          </Form.Item>
        </>
      )}
      {!given && mayCall('POST', '/service-account/:id/secret') && (
        <Form.Item name="withSecret" valuePropName="checked">
          <Checkbox>{serviceAccount.withSecret}</Checkbox>
        </Form.Item>
      )}
    </FormDrawer>
  )
}

function endOf({ expiresAt }: Values): string | null {
  return expiresAt?.toISOString() ?? null
}
