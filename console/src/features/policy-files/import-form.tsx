import { App, Button, Form, Input } from 'antd'
import { useRef } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { useConfirmEffects } from '../preview/confirm-effects.tsx'
import { FormPreview } from '../preview/form-preview.tsx'
import { policyFileCalls } from './calls.ts'

/** Imports a policy in Casbin's CSV format, pasted or from a file. */
export function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const { common, policyFile } = useTexts()
  const { message } = App.useApp()
  const confirmEffects = useConfirmEffects()
  const file = useRef<HTMLInputElement>(null)
  return (
    <FormDrawer<{ csv: string }>
      title={policyFile.import}
      submit={policyFile.import}
      initial={{}}
      reasons={{ 'role-unknown': 'csv', 'beyond-own-role': 'csv', 'admin-only': 'csv', 'own-role': 'csv' }}
      onSubmit={async ({ csv }) => {
        if (!(await confirmEffects({ csv }))) return false
        const { added, read } = await policyFileCalls.importRules(csv)
        message.success(policyFile.imported(added, read))
        return true
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item
            name="csv"
            label="CSV"
            rules={[{ required: true, message: common.required }]}
            extra={policyFile.help}
          >
            <Input.TextArea rows={12} spellCheck={false} className="mono" />
          </Form.Item>
          {/* The browser names its own button in its own language. */}
          <Button onClick={() => file.current?.click()}>{policyFile.chooseFile}</Button>
          <input
            ref={file}
            // Forms of Ant Design show a file input that has the attribute hidden.
            style={{ display: 'none' }}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={async (event) =>
              form.setFieldValue('csv', (await event.target.files?.[0]?.text()) ?? '')
            }
          />
          <FormPreview<{ csv: string }> changeOf={({ csv }) => (csv ? { csv } : undefined)} />
        </>
      )}
    </FormDrawer>
  )
}
