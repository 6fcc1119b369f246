import { Alert } from 'antd'
import { ApiError } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { RequestId, requestIdOf } from './request-id.tsx'

interface ErrorAlertProps {
  readonly error: unknown
  readonly type?: 'error' | 'warning'
  readonly className?: string
}

/** Shows the message of the service about a failed request, and the id of the request. */
export function ErrorAlert({ error, type = 'error', className = '' }: ErrorAlertProps) {
  const { problem } = useTexts()
  return (
    <Alert
      type={type}
      showIcon
      className={className}
      title={
        <>
          <div>{error instanceof ApiError ? error.message : problem.crashed}</div>
          <RequestId id={requestIdOf(error)} />
        </>
      }
    />
  )
}
