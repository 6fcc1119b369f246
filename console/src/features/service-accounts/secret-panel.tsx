import { Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { CredentialsPanel } from '../user/credentials-panel.tsx'
import { jobExamples, loginExample } from './login-example.ts'
import './service-account.css'

export interface NewSecret {
  readonly username: string
  readonly secret: string
}

/** Shows a new secret, which is not shown again, and how a program logs in with it. */
export function SecretPanel({ shown, onClose }: { readonly shown: NewSecret; readonly onClose: () => void }) {
  const { serviceAccount, user, common } = useTexts()
  const { username, secret } = shown
  const [chosen, choose] = useState('curl')
  const { origin } = window.location
  const curl = { name: 'curl', file: serviceAccount.command, code: loginExample(origin, username) }
  const examples = [curl, ...jobExamples(origin, username)]
  const example = examples.find(({ name }) => name === chosen) ?? curl
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
      <Segmented
        aria-label={serviceAccount.example}
        value={chosen}
        onChange={choose}
        options={examples.map(({ name }) => name)}
      />
      <p className="muted">
        {chosen === 'curl' ? serviceAccount.exampleHelp : serviceAccount.jobHelp(example.file)}
      </p>
      <pre className="login-example">{example.code}</pre>
      <CopyButton hasText label={common.copy(example.file)} text={example.code} />
    </CredentialsPanel>
  )
}
