import type { ServiceKey } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { MethodList } from '../login-methods/method-list.tsx'
import { CreatedAndUsed } from './created-and-used.tsx'
import './service-account.css'

/** Lists the public keys that verify the assertions of a service account. */
export function Keys({ keys }: { readonly keys: readonly ServiceKey[] }) {
  const { serviceAccount } = useTexts()
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
      />
    </section>
  )
}
