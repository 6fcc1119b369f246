import { Button, Modal } from 'antd'
import { useTexts } from '../language/language.tsx'
import { CopyButton } from '../page/copy-button.tsx'

export interface Credentials {
  readonly title: string
  readonly username: string
  readonly password: string
}

interface CredentialsPanelProps {
  readonly credentials: Credentials
  readonly onClose: () => void
}

/** Shows a username and a new password to copy. Only its button closes it, because the password is not shown again. */
export function CredentialsPanel({ credentials, onClose }: CredentialsPanelProps) {
  const { user } = useTexts()
  const { title, username, password } = credentials
  const rows = [
    [user.username, username],
    [user.password, password],
  ] as const
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
      <p>{user.generated}</p>
      <dl className="credentials">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
            <CopyButton label={user.copy(label)} text={value} />
          </div>
        ))}
      </dl>
    </Modal>
  )
}
