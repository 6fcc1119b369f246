import { useNavigate } from 'react-router'
import type { PaletteOffer } from '../../shell/feature.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'

/** Offers to add a service account. */
export function useServiceAccountPalette(): PaletteOffer {
  const { serviceAccount } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  if (!mayCall('POST', '/service-account')) return {}
  const run = (): void => void navigate('/service-accounts?open=new')
  return { actions: [{ key: 'add-service-account', label: serviceAccount.add, run }] }
}
