import type { ReactNode } from 'react'
import type { Passkey } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { TimeAgo } from '../page/time-ago.tsx'
import { MethodList } from './method-list.tsx'

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[]
  readonly actions: (passkey: Passkey) => ReactNode
}

export function PasskeyList({ passkeys, actions }: PasskeyListProps) {
  const { passkey, common, user } = useTexts()
  return (
    <MethodList
      rows={passkeys}
      empty={passkey.none}
      rowKey={({ id }) => id}
      name={({ name }) => name}
      details={({ createdAt, lastUsedAt }) => (
        <>
          {common.created} <TimeAgo iso={createdAt} /> · {passkey.lastUsed}{' '}
          {lastUsedAt ? <TimeAgo iso={lastUsedAt} /> : user.never}
        </>
      )}
      actions={actions}
    />
  )
}
