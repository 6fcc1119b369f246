import { App } from 'antd'
import { useEffect } from 'react'
import { useTexts } from '../language/language.tsx'

const STORAGE_KEY = 'castellan.session-end'
const WARNING_LEAD_MS = 2 * 60_000
const MAX_TIMER_MS = 24 * 60 * 60_000

/** The expiry time is not secret. The token itself is never stored here. */
export function noteSessionEnd(expire: string): void {
  window.sessionStorage.setItem(STORAGE_KEY, expire)
}

/** Returns when the session of this tab ends. It is unknown in a tab that was opened after login. */
export function useSessionEnd(): Date | undefined {
  const { message } = App.useApp()
  const { session } = useTexts()
  const noted = Date.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '')

  useEffect(() => {
    const left = noted - WARNING_LEAD_MS - Date.now()
    if (!(left > 0 && left < MAX_TIMER_MS)) return
    const timer = setTimeout(() => message.warning(session.endsSoon(2), 20), left)
    return () => clearTimeout(timer)
  }, [noted, message, session])
  return noted > Date.now() && noted < Date.now() + MAX_TIMER_MS ? new Date(noted) : undefined
}
