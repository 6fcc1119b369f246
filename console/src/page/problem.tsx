import { Button, Result } from 'antd'
import { ApiError, UNAUTHORIZED } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { RequestId, requestIdOf } from './request-id.tsx'

interface ProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Shows the message of the service in place of content that could not be loaded, and a retry button. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { problem, common } = useTexts()
  const isDenied = error instanceof ApiError && error.code === UNAUTHORIZED
  const message = error instanceof ApiError ? error.message : problem.crashed
  return (
    <div role="alert">
      <Result
        status={isDenied ? '403' : 'warning'}
        icon={<span className="problem-mark">{isDenied ? '⛨' : '!'}</span>}
        title={isDenied ? problem.denied : problem.title}
        subTitle={
          <>
            <div>{isDenied ? `${message} ${problem.deniedHelp}` : message}</div>
            <RequestId id={requestIdOf(error)} />
          </>
        }
        extra={<Button onClick={onRetry}>{common.retry}</Button>}
      />
    </div>
  )
}
