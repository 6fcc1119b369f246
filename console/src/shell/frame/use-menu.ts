import { FEATURES } from '../../features/features.ts'
import type { MenuEntry } from '../feature.ts'
import { useOwnSession } from '../own-session/own-session.tsx'
import { useAppConfig } from '../page/brand.tsx'

const MENU = FEATURES.flatMap(({ menu }) => menu ?? [])

/** Returns the pages that the user may see. */
export function useMenu(): readonly MenuEntry[] {
  const { mayCall, roleKey } = useOwnSession()
  const config = useAppConfig()
  return MENU.filter(({ isOffered }) => isOffered({ mayCall, roleKey, config }))
}
