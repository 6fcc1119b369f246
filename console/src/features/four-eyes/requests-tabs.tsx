import { NavLink } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useRequestPages } from './use-request-pages.ts'

/** Shows the lists of requests, if the user may see both. */
export function RequestsTabs() {
  const { accessRequest, confirmation } = useTexts()
  const { hasAccessRequests, hasConfirmations } = useRequestPages()
  if (!hasAccessRequests || !hasConfirmations) return null
  return (
    <nav aria-label={accessRequest.menu} className="tabs">
      <NavLink to="/requests" end>
        {accessRequest.title}
      </NavLink>
      <NavLink to="/requests/confirmations">{confirmation.title}</NavLink>
    </nav>
  )
}
