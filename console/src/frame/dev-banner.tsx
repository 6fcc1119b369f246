import { useTexts } from '../language/language.tsx'
import { useAppConfig } from './brand.tsx'

/** Whoever sees the console must know what it is they see. */
export function DevBanner() {
  const { devBanner } = useTexts()
  return useAppConfig()?.mode === 'dev' ? (
    <div className="dev-banner" role="note">
      {devBanner}
    </div>
  ) : null
}
