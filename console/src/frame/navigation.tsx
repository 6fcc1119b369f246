import { NavLink } from 'react-router'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { MENU } from './menu.tsx'

/** Lists the pages that the user's role may see. */
export function Navigation() {
  const { nav } = useTexts()
  const { mayCall } = useOwnSession()
  const offered = MENU.filter(
    ({ needs }) => needs === undefined || [needs].flat().some((path) => mayCall('GET', path)),
  )
  return (
    <nav aria-label={nav.title}>
      <ul className="navigation">
        {offered.map(({ path, name, icon }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'}>
              {icon}
              <span>{nav[name]}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
