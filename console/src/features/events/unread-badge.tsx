import { useTexts } from '../../shell/language/language.tsx'
import { useUnreadEvents } from './unread-events.ts'

/** Shows the number of critical events that the user has not seen. */
export function UnreadBadge() {
  const { events } = useTexts()
  const { count = 0, countCapped = false } = useUnreadEvents() ?? {}
  if (count === 0) return null
  return (
    <span className="badge">
      {countCapped ? `${count}+` : count} <span className="visually-hidden">{events.unread}</span>
    </span>
  )
}
