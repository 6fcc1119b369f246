import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { serviceAccountCalls } from './calls.ts'
import { HandOverForm } from './hand-over-form.tsx'
import { KeyForm } from './key-form.tsx'
import { type NewSecret, SecretPanel } from './secret-panel.tsx'
import { ServiceAccountForm } from './service-account-form.tsx'

const FORMS = ['edit', 'hand-over', 'key'] as const

/** Returns functions that open the forms for service accounts, and the open form or the secret that follows it. */
export function useServiceAccountDialogs() {
  const { name, open, close } = useOpened()
  const [secret, setSecret] = useState<NewSecret>()
  const form = FORMS.find((one) => idAfter(one, name) !== undefined)
  const id = form && idAfter(form, name)
  const { data } = useQuery({
    queryKey: ['service-account', id],
    queryFn: () => serviceAccountCalls.serviceAccount(id ?? 0),
    enabled: id !== undefined,
  })
  return {
    add: () => open('new'),
    edit: ({ userId }: Schemas['ServiceAccount']) => open(`edit ${userId}`),
    handOver: ({ userId }: Schemas['ServiceAccount']) => open(`hand-over ${userId}`),
    addKey: ({ userId }: Schemas['ServiceAccount']) => open(`key ${userId}`),
    showSecret: setSecret,
    dialogs: (
      <>
        {name === 'new' && <ServiceAccountForm onSecret={setSecret} onClose={close} />}
        {data && form === 'edit' && <ServiceAccountForm account={data} onClose={close} />}
        {data && form === 'hand-over' && <HandOverForm account={data} onClose={close} />}
        {data && form === 'key' && <KeyForm account={data} onClose={close} />}
        {secret && <SecretPanel shown={secret} onClose={() => setSecret(undefined)} />}
      </>
    ),
  }
}
