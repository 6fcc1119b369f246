import { useTexts } from '../language/language.tsx'
import { useAppConfig } from './brand.tsx'

/** Shows a banner in dev mode. */
export function DevBanner() {
  const { devBanner } = useTexts()
  return useAppConfig()?.mode === 'dev' ? <aside className="dev-banner">{devBanner}</aside> : null
}
