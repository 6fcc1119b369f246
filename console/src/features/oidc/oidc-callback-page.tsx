import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { oidcLoginOf } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { LoginCard } from '../../shell/login/login-card.tsx'
import { storedReturnPath } from '../../shell/login/stored-return-path.ts'
import { useLogin } from '../../shell/login/use-login.ts'
import { loginPath } from '../../shell/own-session/return-path.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'

/** Finishes a login at a provider, which sends the user back to this page. */
export default function OidcCallbackPage() {
  const { loginForm, oidc } = useTexts()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [from] = useState(storedReturnPath)
  const attempt = useLogin(from)
  const [{ request, error }] = useState(() => ({
    request: oidcLoginOf(search),
    error: new URLSearchParams(search).get('error') ?? '',
  }))
  const isStarted = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the address is valid for one login
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    // The code must not stay in the history.
    void navigate(pathname, { replace: true })
    if (request) void attempt.run(() => attempt.logIn(request))
  }, [])

  const back = loginPath(from)
  if (attempt.ticket !== undefined) {
    return (
      <LoginCard title={loginForm.secondFactor} refusal={attempt.refusal}>
        <SecondFactorForm
          ticket={attempt.ticket}
          attempt={attempt}
          onRestart={() => void navigate(back, { replace: true })}
        />
      </LoginCard>
    )
  }
  const refusal = request ? attempt.refusal : { message: oidc.providerRefused(error), requestId: '' }
  return (
    <LoginCard title={loginForm.title} refusal={refusal}>
      {refusal === undefined ? (
        <p role="status">{oidc.finishing}</p>
      ) : (
        <Link className="login-submit" to={back} replace>
          {loginForm.restart}
        </Link>
      )}
    </LoginCard>
  )
}
