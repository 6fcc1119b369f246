import { useNavigate } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { PaletteEntry, PaletteOffer } from '../../shell/feature.ts'
import { MAX_PER_GROUP, matches } from '../../shell/frame/palette-search.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useRoutes } from './use-matrix.ts'

/** Finds routes, and offers the pages of rules and routes and to add a rule. */
export function usePermissionPalette(typed: string): PaletteOffer {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const run = (): void => void navigate('/permissions/rules?open=new')
  return {
    group: { name: permission.foundRoutes, entries: useFoundRoutes(typed), place: 6 },
    actions: mayCall('POST', '/policy') ? [{ key: 'add-rule', label: permission.addRule, run }] : [],
    pages: [
      ...(mayCall('GET', '/policy') ? [['/permissions/rules', permission.rules] as const] : []),
      ...(mayCall('GET', '/route') ? [['/permissions/routes', permission.routes] as const] : []),
    ],
  }
}

function useFoundRoutes(typed: string): PaletteEntry[] {
  const navigate = useNavigate()
  const { data = [] } = useRoutes()
  if (typed === '') return []
  const names = new Set(data.map(({ method, path }) => `${method} ${path}`))
  return [...names]
    .filter((name) => matches(typed, name))
    .slice(0, MAX_PER_GROUP)
    .map((name, place) => ({
      key: `route-${place}`,
      label: name,
      run: () => void navigate(addressOf('/permissions/routes', { path: name })),
    }))
}
