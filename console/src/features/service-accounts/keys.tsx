import { Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { MethodList } from '../../shell/page/method-list.tsx'
import { RemoveButton } from '../../shell/page/remove-button.tsx'
import { useChange } from '../../shell/page/use-change.ts'
import { serviceAccountCalls } from './calls.ts'
import { CreatedAndUsed } from './created-and-used.tsx'
import './service-account.css'

/** Two, so that a program can get the new one before the old one is removed. */
const MAX_KEYS = 2

interface KeysProps {
  readonly account: Schemas['ServiceAccount']
  readonly onAdd: () => void
}

/** Lists the public keys that verify the assertions of a service account, and adds and removes them. */
export function Keys({ account: { userId, keys, mayChange }, onAdd }: KeysProps) {
  const { serviceAccount, removal } = useTexts()
  const { mayCall } = useOwnSession()
  const remove = useChange((id: number) => serviceAccountCalls.removeServiceKey(userId, id), removal.removed)
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">{serviceAccount.keys}</h2>
      <MethodList
        rows={keys}
        empty={serviceAccount.noKeys}
        rowKey={({ id }) => id}
        name={({ id, algorithm }) => `${serviceAccount.keyOf(id)} (${algorithm})`}
        details={(one) => (
          <>
            <CreatedAndUsed {...one} />
            <br />
            <code className="fingerprint">{one.fingerprint}</code>
          </>
        )}
        actions={({ id }) =>
          mayChange &&
          mayCall('DELETE', `/service-account/${userId}/key/${id}`) && (
            <RemoveButton
              name={serviceAccount.keyOf(id)}
              question={serviceAccount.removeKeyAsk(id)}
              help={serviceAccount.removeKeyHelp}
              onRemove={() => remove.mutateAsync(id)}
            />
          )
        }
      />
      <p className="muted">{serviceAccount.keysHelp}</p>
      {mayChange && mayCall('POST', `/service-account/${userId}/key`) && (
        <Button disabled={keys.length >= MAX_KEYS} onClick={onAdd}>
          {serviceAccount.addKey}
        </Button>
      )}
    </section>
  )
}
