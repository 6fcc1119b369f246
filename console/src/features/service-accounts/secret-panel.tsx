import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { CredentialsPanel } from '../user/credentials-panel.tsx'
import { loginExample } from './login-example.ts'
import './service-account.css'

export interface NewSecret {
  readonly username: string
  readonly secret: string
}

/** Shows a new secret, which is not shown again, and how a program logs in with it. */
export function SecretPanel({ shown, onClose }: { readonly shown: NewSecret; readonly onClose: () => void }) {
  const { serviceAccount, user } = useTexts()
  const { username, secret } = shown
  const example = loginExample(window.location.origin, username)
  return (
    <CredentialsPanel
      title={serviceAccount.newSecret(username)}
      help={serviceAccount.secretOnce}
      rows={[
        [user.username, username],
        [serviceAccount.secret, secret],
      ]}
      onClose={onClose}
    >
      <h2>{serviceAccount.example}</h2>
      <p className="muted">{serviceAccount.exampleHelp}</p>
      <pre className="login-example">{example}</pre>
      <CopyButton hasText label={serviceAccount.copyExample} text={example} />
    </CredentialsPanel>
  )
}
