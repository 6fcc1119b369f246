import { App, Form, Input } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { serviceAccountCalls } from './calls.ts'

const MAX_LENGTH = 4096

interface KeyFormProps {
  readonly account: Schemas['ServiceAccount']
  readonly onClose: () => void
}

/** Adds a public key, with which the service verifies the assertions of a service account. */
export function KeyForm({ account, onClose }: KeyFormProps) {
  const { serviceAccount, common } = useTexts()
  const { message } = App.useApp()
  return (
    <FormDrawer<{ publicKey: string }>
      title={serviceAccount.addKeyTo(account.username)}
      submit={common.add}
      initial={{}}
      reasons={{ 'key-taken': 'publicKey', 'key-limit': 'publicKey' }}
      onSubmit={async ({ publicKey }) => {
        await serviceAccountCalls.addServiceKey(account.userId, publicKey)
        message.success(common.saved)
      }}
      onClose={onClose}
    >
      <p>{serviceAccount.addKeyHelp}</p>
      <Form.Item
        name="publicKey"
        label={serviceAccount.publicKey}
        extra={serviceAccount.publicKeyHelp}
        rules={[{ required: true, whitespace: true, message: common.required }]}
      >
        <Input.TextArea
          className="public-key"
          rows={9}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          placeholder={'-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----'}
        />
      </Form.Item>
    </FormDrawer>
  )
}
