import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { requestPagesOf } from '../four-eyes/use-request-pages.ts'
import { accessRequestCalls } from './calls.ts'

const MAX_LISTED = 20

/** Whose requests a change concerns, or the role that they are for. */
type Concerned = { readonly userId: number } | { readonly roleKey: string }

/**
 * Returns a function that creates the warning, or nothing if the role may not see requests. A dialog is rendered outside of the session, so
 * the role is checked here.
 */
export function useVoidedRequests(): (of: Concerned, link?: ReactNode) => ReactNode {
  const { mayCall, roleKey } = useOwnSession()
  const config = useAppConfig()
  const { hasAccessRequests } = requestPagesOf({ mayCall, roleKey, config })
  return (of, link) =>
    hasAccessRequests ? <Warning key={JSON.stringify(of)} of={of} {...(link ? { link } : {})} /> : null
}

/** Warns, in a form, of a change of a user or a role that some waiting requests rely on, with a link to them. */
export function VoidedRequests({ of }: { readonly of: Concerned }) {
  const { accessRequest } = useTexts()
  return useVoidedRequests()(of, <Link to="/requests">{accessRequest.decideFirst}</Link>)
}

interface WarningProps {
  readonly of: Concerned
  readonly link?: ReactNode
}

/** Warns of a change of a user or a role that some waiting requests rely on: nobody can approve them after it. */
function Warning({ of, link }: WarningProps) {
  const { accessRequest } = useTexts()
  const query = { status: 'waiting', pageSize: MAX_LISTED, ...of }
  const { data } = useQuery({
    queryKey: ['access-requests', query],
    queryFn: () => accessRequestCalls.accessRequests(query),
  })
  const waiting = (data?.list ?? []).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return (
    <Alert
      className="form-note"
      type="warning"
      showIcon
      title={accessRequest.voided(waiting.length)}
      description={
        <>
          <ul>
            {waiting.map(({ id, username, roleName }) => (
              <li key={id}>{accessRequest.voidedOf(username, roleName)}</li>
            ))}
          </ul>
          {link}
        </>
      }
    />
  )
}
