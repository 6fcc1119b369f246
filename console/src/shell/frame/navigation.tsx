import { NavLink } from 'react-router'
import { useUnreadEvents } from '../../features/events/unread-events.ts'
import { useTexts } from '../language/language.tsx'
import { useOfferedPages } from './menu.tsx'

/** Lists the pages that the user's role may see. */
export function Navigation() {
  const { nav } = useTexts()
  return (
    <nav aria-label={nav.title}>
      <ul className="navigation">
        {useOfferedPages().map(({ path, name, icon }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'}>
              {icon}
              <span>{nav[name]}</span>
              {path === '/events' && <UnreadBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shows the number of critical events that the user has not seen. */
function UnreadBadge() {
  const { events } = useTexts()
  const { count = 0, countCapped = false } = useUnreadEvents() ?? {}
  if (count === 0) return null
  return (
    <span className="badge">
      {countCapped ? `${count}+` : count} <span className="visually-hidden">{events.unread}</span>
    </span>
  )
}
