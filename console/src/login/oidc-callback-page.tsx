import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../language/language.tsx'
import { loginPath } from '../own-session/return-path.ts'
import { LoginCard } from './login-card.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { storedReturnPath } from './stored-return-path.ts'
import { useLogin } from './use-login.ts'

/** Finishes a login at a provider, which sends the user back to this page. */
export default function OidcCallbackPage() {
  const { login } = useTexts()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [from] = useState(storedReturnPath)
  const attempt = useLogin(from)
  const [answer] = useState(() => new URLSearchParams(search))
  const isStarted = useRef(false)
  // DingTalk sends the code under another name.
  const code = answer.get('code') ?? answer.get('authCode') ?? ''
  const state = answer.get('state') ?? ''
  const iss = answer.get('iss')
  const isRefused = code === '' || state === ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the address is valid for one login
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    // The code must not stay in the history.
    void navigate(pathname, { replace: true })
    if (!isRefused) {
      void attempt.run(() => attempt.logIn({ method: 'oidc', code, state, ...(iss === null ? {} : { iss }) }))
    }
  }, [])

  const back = loginPath(from)
  if (attempt.ticket !== undefined) {
    return (
      <LoginCard title={login.secondFactor} refusal={attempt.refusal}>
        <SecondFactorForm
          ticket={attempt.ticket}
          attempt={attempt}
          onRestart={() => void navigate(back, { replace: true })}
        />
      </LoginCard>
    )
  }
  const refusal = isRefused
    ? { message: login.providerRefused(answer.get('error') ?? ''), requestId: '' }
    : attempt.refusal
  return (
    <LoginCard title={login.title} refusal={refusal}>
      {refusal === undefined ? (
        <p role="status">{login.finishing}</p>
      ) : (
        <Link className="login-submit" to={back} replace>
          {login.restart}
        </Link>
      )}
    </LoginCard>
  )
}
