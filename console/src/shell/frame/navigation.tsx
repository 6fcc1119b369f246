import { NavLink } from 'react-router'
import { useTexts } from '../language/language.tsx'
import { useMenu } from './use-menu.ts'

/** Lists the pages that the user's role may see. */
export function Navigation() {
  const texts = useTexts()
  return (
    <nav aria-label={texts.nav.title}>
      <ul className="navigation">
        {useMenu().map(({ path, name, icon, badge: Badge }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'}>
              {icon}
              <span>{name(texts)}</span>
              {Badge && <Badge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
