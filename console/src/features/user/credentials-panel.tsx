import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'

interface CredentialsPanelProps {
  readonly title: string
  readonly help: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Shows new credentials to copy. Only its button closes it, because they are not shown again. */
export function CredentialsPanel({ title, help, rows, onClose, children }: CredentialsPanelProps) {
  const { user, common } = useTexts()
  return (
    <Modal
      open
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {user.done}
        </Button>
      }
    >
      <p>{help}</p>
      <dl className="credentials">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton label={common.copy(label)} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Modal>
  )
}
