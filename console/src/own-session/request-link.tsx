import { Link } from 'react-router'
import { addressOf } from '../address.ts'
import { useOwnSession } from './own-session.tsx'

/** Shows a request id as a link to the explanation of the refused request, if the role may see it. */
export function RequestLink({ requestId }: { readonly requestId: string }) {
  const { mayCall } = useOwnSession()
  if (!mayCall('GET', '/refusal')) return <code>{requestId}</code>
  return (
    <Link to={addressOf('/permissions/check', { requestId })}>
      <code>{requestId}</code>
    </Link>
  )
}
