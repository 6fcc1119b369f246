import { App, Form } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { serviceAccountCalls } from './calls.ts'
import { OwnerSelect } from './owned/owner-select.tsx'
import { SERVICE_ACCOUNT_REASONS } from './service-account-form.tsx'

interface HandOverFormProps {
  readonly account: Schemas['ServiceAccount']
  readonly onClose: () => void
}

/** Gives a service account another owner. */
export function HandOverForm({ account, onClose }: HandOverFormProps) {
  const { serviceAccount, common } = useTexts()
  const { message } = App.useApp()

  async function send({ ownerId }: Pick<Schemas['ServiceAccount'], 'ownerId'>): Promise<void> {
    await serviceAccountCalls.changeServiceAccount(account.userId, { ownerId })
    message.success(common.saved)
  }

  return (
    <FormDrawer<Pick<Schemas['ServiceAccount'], 'ownerId'>>
      title={serviceAccount.handOverOf(account.username)}
      submit={serviceAccount.handOver}
      initial={{ ownerId: account.ownerId }}
      reasons={SERVICE_ACCOUNT_REASONS}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{serviceAccount.handOverHelp}</p>
      <Form.Item name="ownerId" label={serviceAccount.owner} extra={serviceAccount.ownerHelp} required>
        <OwnerSelect name={account.owner || serviceAccount.noOwner} />
      </Form.Item>
    </FormDrawer>
  )
}
