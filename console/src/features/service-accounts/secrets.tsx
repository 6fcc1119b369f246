import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { MethodList } from '../../shell/page/method-list.tsx'
import { RemoveButton } from '../../shell/page/remove-button.tsx'
import { useChange } from '../../shell/page/use-change.ts'
import { serviceAccountCalls } from './calls.ts'
import { CreatedAndUsed } from './created-and-used.tsx'
import type { NewSecret } from './secret-panel.tsx'
import '../../shell/page/login-methods.css'

/** Two, so that a program can get the new one before the old one is removed. */
const MAX_SECRETS = 2

interface SecretsProps {
  readonly account: Schemas['ServiceAccount']
  readonly onAdded: (secret: NewSecret) => void
}

/** Lists the secrets of a service account, without their values, and adds and removes them. */
export function Secrets({ account, onAdded }: SecretsProps) {
  const { userId, username, secrets, mayChange } = account
  const { serviceAccount, removal } = useTexts()
  const { mayCall } = useOwnSession()
  const add = useChange(() => serviceAccountCalls.addServiceSecret(userId))
  const remove = useChange(
    (id: number) => serviceAccountCalls.removeServiceSecret(userId, id),
    removal.removed,
  )
  return (
    <section className="card" aria-labelledby="secrets">
      <h2 id="secrets">{serviceAccount.secrets}</h2>
      <MethodList
        rows={secrets}
        empty={serviceAccount.noSecrets}
        rowKey={({ id }) => id}
        name={({ id }) => serviceAccount.secretOf(id)}
        details={(one) => <CreatedAndUsed {...one} />}
        actions={({ id }) =>
          mayChange &&
          mayCall('DELETE', `/service-account/${userId}/secret/${id}`) && (
            <RemoveButton
              name={serviceAccount.secretOf(id)}
              question={serviceAccount.removeSecretAsk(id)}
              help={serviceAccount.removeSecretHelp}
              onRemove={() => remove.mutateAsync(id)}
            />
          )
        }
      />
      <p className="muted">{serviceAccount.rotation}</p>
      {mayChange && mayCall('POST', `/service-account/${userId}/secret`) && (
        <Button
          disabled={secrets.length >= MAX_SECRETS}
          loading={add.isPending}
          onClick={() => add.mutate(undefined, { onSuccess: ({ secret }) => onAdded({ username, secret }) })}
        >
          {serviceAccount.addSecret}
        </Button>
      )}
    </section>
  )
}
