import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Schemas } from '../api/client.ts'
import { OWN_INFO } from '../api/own-info.ts'
import { useTexts } from '../language/language.tsx'
import { mayCallOf } from '../own-session/may-call.ts'
import { Brand } from '../page/brand.tsx'
import { DevBanner } from '../page/dev-banner.tsx'
import { type Failure, MayExplain, RequestId } from '../page/request-id.tsx'
import { LoginPreferences } from './login-preferences.tsx'

interface LoginCardProps {
  readonly title: string
  /** Why the user has to log in. Shown until an attempt is refused. */
  readonly note?: Failure | undefined
  readonly refusal: Failure | undefined
  readonly children: ReactNode
}

/** Plain HTML: it works before Ant Design, most of the console's size, is loaded. */
export function LoginCard({ title, note, refusal, children }: LoginCardProps) {
  const { loginForm } = useTexts()
  // Of the session that has ended in this tab. The explanation of a request opens after the login.
  const own = useQueryClient().getQueryData<Schemas['Info']>(OWN_INFO)
  const mayExplain = own !== undefined && mayCallOf(own)('GET', '/refusal')
  useEffect(() => {
    document.title = `${loginForm.title} · Castellan`
  }, [loginForm])
  useEffect(() => {
    // Loads the rest of the console while the user types. A failure is reported when it is needed.
    void import('../authenticated-layout.tsx').catch(() => {})
  }, [])
  return (
    <div className="login">
      <DevBanner />
      <LoginPreferences />
      <main className="login-card card">
        <Brand />
        <h1>{title}</h1>
        <MayExplain value={mayExplain}>
          {refusal === undefined && note !== undefined && <Message of={note} className="login-note" />}
          <div aria-live="assertive">{refusal && <Message of={refusal} className="login-refusal" />}</div>
          {children}
        </MayExplain>
      </main>
    </div>
  )
}

function Message({ of, className }: { readonly of: Failure; readonly className: string }) {
  return (
    <div className={className}>
      <p>{of.message}</p>
      <RequestId id={of.requestId} />
    </div>
  )
}
