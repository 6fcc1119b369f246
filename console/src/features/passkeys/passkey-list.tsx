import type { ReactNode } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { MethodList } from '../../shell/page/method-list.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

interface PasskeyListProps {
  readonly passkeys: readonly Schemas['Passkey'][]
  readonly actions: (passkey: Schemas['Passkey']) => ReactNode
}

export function PasskeyList({ passkeys, actions }: PasskeyListProps) {
  const { passkey, common } = useTexts()
  return (
    <MethodList
      rows={passkeys}
      empty={passkey.none}
      rowKey={({ id }) => id}
      name={({ name }) => name}
      details={({ createdAt, lastUsedAt }) => (
        <>
          {common.created} <TimeAgo iso={createdAt} /> · {passkey.lastUsed}{' '}
          {lastUsedAt ? <TimeAgo iso={lastUsedAt} /> : common.never}
        </>
      )}
      actions={actions}
    />
  )
}
