import { useNavigate } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { PaletteEntry, PaletteOffer } from '../../shell/feature.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'

/** The form of the request ids that the service creates or accepts. */
const REQUEST_ID = /^[\w.:-]{8,128}$/

/** Offers to explain a request by its id, and the page that explains access. */
export function useExplainPalette(typed: string): PaletteOffer {
  const { explain, permission } = useTexts()
  const { mayCall } = useOwnSession()
  return {
    group: { name: explain.request, entries: useRequest(typed), place: 1 },
    pages: mayCall('GET', '/policy/explain') ? [['/permissions/check', permission.check]] : [],
  }
}

function useRequest(typed: string): PaletteEntry[] {
  const { explain } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  // A word of letters alone is more likely a name.
  if (!mayCall('GET', '/refusal') || !REQUEST_ID.test(typed) || !/\d/.test(typed)) return []
  const run = (): void => void navigate(addressOf('/permissions/check', { requestId: typed }))
  return [{ key: 'request', label: explain.explainRequest(typed), run }]
}
