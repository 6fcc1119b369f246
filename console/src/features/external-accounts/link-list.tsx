import type { ReactNode } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { MethodList } from '../../shell/page/method-list.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

interface LinkListProps {
  readonly links: readonly Schemas['UserLink'][]
  readonly actions?: (link: Schemas['UserLink']) => ReactNode
}

/** Lists the accounts of a user at providers and in directories. */
export function LinkList({ links, actions }: LinkListProps) {
  const { link } = useTexts()
  return (
    <MethodList
      rows={links}
      empty={link.none}
      rowKey={({ id }) => id}
      name={({ issuer }) => issuer}
      details={({ subject, linkedAt, refusedAt }) => (
        <>
          {subject} · {link.since} <TimeAgo iso={linkedAt} />
          {refusedAt !== null && (
            <>
              {' '}
              · {link.refusedSince} <TimeAgo iso={refusedAt} />
            </>
          )}
        </>
      )}
      {...(actions ? { actions } : {})}
    />
  )
}
