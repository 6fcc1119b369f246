import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { LoginCard } from '../../shell/login/login-card.tsx'
import { LoginPassword } from '../../shell/login/login-field.tsx'
import { useLogin } from '../../shell/login/use-login.ts'
import { passwordLinkCalls } from './calls.ts'

/** Sets the password of the user who has opened the link in a message. Opening the page does not use up the link. */
export default function PasswordLinkPage() {
  const { loginForm, passwordLink } = useTexts()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const attempt = useLogin('/')
  const [link, setLink] = useState('')

  useEffect(() => {
    if (hash.length <= 1) return
    setLink(hash.slice(1))
    // The secret must not stay in the history.
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    await attempt.run(async () => {
      const { username } = await passwordLinkCalls.setPasswordByLink({ link, password })
      await navigate('/login', { replace: true, state: { message: passwordLink.passwordIsSet, username } })
    })
  }

  const isMissing = link === '' && hash.length <= 1
  return (
    <LoginCard title={passwordLink.setPassword} refusal={attempt.refusal}>
      {isMissing ? (
        <p role="status">{passwordLink.missing}</p>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <p>{passwordLink.setPasswordHelp}</p>
          <LoginPassword label={passwordLink.newPassword} autoComplete="new-password" />
          <button type="submit" className="login-submit" disabled={attempt.isSending}>
            {passwordLink.setPassword}
          </button>
        </form>
      )}
      <Link className="login-link" to="/login" replace>
        {loginForm.restart}
      </Link>
    </LoginCard>
  )
}
