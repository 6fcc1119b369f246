import type { PaletteOffer } from '../../shell/feature.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useEndOthers } from './use-end-others.ts'

/** Offers to end the other own sessions. */
export function useSessionPalette(): PaletteOffer {
  const { session } = useTexts()
  return { actions: [{ key: 'end-others', label: session.endMine, run: useEndOthers() }] }
}
