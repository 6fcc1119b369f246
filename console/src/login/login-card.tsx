import { type ReactNode, useEffect } from 'react'
import { DevBanner } from '../frame/dev-banner.tsx'
import { useTexts } from '../language/language.tsx'
import { Brand } from '../page/brand.tsx'
import { RequestId } from '../page/request-id.tsx'
import { LoginPreferences } from './login-preferences.tsx'
import type { LoginRefusal } from './use-login.ts'

interface LoginCardProps {
  readonly title: string
  /** Why the user has to log in. Shown until an attempt is refused. */
  readonly note?: LoginRefusal | undefined
  readonly refusal: LoginRefusal | undefined
  readonly children: ReactNode
}

/** Plain HTML: it works before Ant Design, most of the console's size, is loaded. */
export function LoginCard({ title, note, refusal, children }: LoginCardProps) {
  const { login } = useTexts()
  useEffect(() => {
    document.title = `${login.title} · Castellan`
  }, [login])
  useEffect(() => {
    // Loads the rest of the console while the user types. A failure is reported when it is needed.
    void import('../frame/authenticated-layout.tsx').catch(() => {})
  }, [])
  return (
    <div className="login">
      <DevBanner />
      <LoginPreferences />
      <main className="login-card card">
        <Brand />
        <h1>{title}</h1>
        {refusal === undefined && note !== undefined && <Message of={note} className="login-note" />}
        <div aria-live="assertive">{refusal && <Message of={refusal} className="login-refusal" />}</div>
        {children}
      </main>
    </div>
  )
}

function Message({ of, className }: { readonly of: LoginRefusal; readonly className: string }) {
  return (
    <div className={className}>
      <p>{of.message}</p>
      <RequestId id={of.requestId} />
    </div>
  )
}
