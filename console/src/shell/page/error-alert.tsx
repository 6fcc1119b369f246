import { Alert } from 'antd'
import { useTexts } from '../language/language.tsx'
import { failureOf, RequestId } from './request-id.tsx'

interface ErrorAlertProps {
  readonly error: unknown
  readonly type?: 'error' | 'warning'
  readonly className?: string
}

/** Shows the message of the service about a failed request, and the id of the request. */
export function ErrorAlert({ error, type = 'error', className = '' }: ErrorAlertProps) {
  const { problem } = useTexts()
  const { message, requestId } = failureOf(error, problem)
  return (
    <Alert
      type={type}
      showIcon
      className={className}
      title={
        <>
          <div>{message}</div>
          <RequestId id={requestId} />
        </>
      }
    />
  )
}
