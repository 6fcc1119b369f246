import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { requestPagesOf } from '../four-eyes/use-request-pages.ts'
import { accessRequestCalls } from './calls.ts'

const MAX_LISTED = 20

interface VoidedRequestsProps {
  /** Whose requests a change concerns, or the role that they are for. */
  readonly of: { readonly userId: number } | { readonly roleKey: string }
}

/** Warns of a change of a user or a role that some waiting requests rely on: nobody can approve them after it. */
export function VoidedRequests({ of }: VoidedRequestsProps) {
  const { accessRequest } = useTexts()
  const { mayCall, roleKey } = useOwnSession()
  const config = useAppConfig()
  const query = { status: 'waiting', pageSize: MAX_LISTED, ...of }
  const { data } = useQuery({
    queryKey: ['access-requests', query],
    queryFn: () => accessRequestCalls.accessRequests(query),
    enabled: requestPagesOf({ mayCall, roleKey, config }).hasAccessRequests,
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
          <Link to="/requests">{accessRequest.decideFirst}</Link>
        </>
      }
    />
  )
}
