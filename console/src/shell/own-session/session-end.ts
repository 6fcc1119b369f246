import { App } from 'antd'
import { useEffect } from 'react'
import { useTexts } from '../language/language.tsx'
import { storedSessionEnd } from './stored-session-end.ts'

const WARNING_LEAD_MS = 2 * 60_000
const MAX_TIMER_MS = 24 * 60 * 60_000

/** Returns when the session of this tab ends. It is unknown in a tab that was opened after login. */
export function useSessionEnd(): Date | undefined {
  const { message } = App.useApp()
  const { ownSession } = useTexts()
  const stored = storedSessionEnd()

  useEffect(() => {
    const left = stored - WARNING_LEAD_MS - Date.now()
    if (!(left > 0 && left < MAX_TIMER_MS)) return
    const timer = setTimeout(() => message.warning(ownSession.endsSoon(2), 20), left)
    return () => clearTimeout(timer)
  }, [stored, message, ownSession])
  return stored > Date.now() && stored < Date.now() + MAX_TIMER_MS ? new Date(stored) : undefined
}
