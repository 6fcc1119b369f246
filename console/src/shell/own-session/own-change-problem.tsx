import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { ApiError } from '../api/client.ts'
import { ownCalls } from '../api/own-calls.ts'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from '../page/error-alert.tsx'
import { loginPath } from './return-path.ts'

interface OwnChangeProblemProps {
  readonly error: unknown
  /** The path to return to after a new login. */
  readonly from?: string
}

/** Shows why a change that needs a recent login was refused. A login that is too old can be repeated. */
export function OwnChangeProblem({ error, from = '/profile' }: OwnChangeProblemProps) {
  const { common } = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  if (error === undefined) return null
  if (!(error instanceof ApiError) || error.reason !== 'recent-login-required') {
    return <ErrorAlert className="form-refusal" error={error} />
  }
  const logInAgain = async (): Promise<void> => {
    // A refusal means that the session has already ended.
    await ownCalls.logout().catch(() => {})
    await navigate(loginPath(from), { replace: true, state: { message: error.message } })
    client.clear()
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="form-refusal"
      title={error.message}
      action={
        <Button size="small" type="primary" onClick={() => void logInAgain()}>
          {common.logInAgain}
        </Button>
      }
    />
  )
}
