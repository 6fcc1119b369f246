import { Button, Result } from 'antd'
import { ApiError, UNAUTHORIZED } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { failureOf, RequestId } from './request-id.tsx'

const NOT_FOUND = 404

interface ProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** Whether it is the whole page, so that its title is the heading. */
  readonly isPage?: boolean
}

/** Shows the message of the service in place of content that could not be loaded, and a retry button. */
export function Problem({ error, onRetry, isPage = false }: ProblemProps) {
  const { problem, common } = useTexts()
  const isDenied = error instanceof ApiError && error.code === UNAUTHORIZED
  const isMissing = error instanceof ApiError && error.code === NOT_FOUND
  const title = isDenied ? problem.denied : isMissing ? problem.missing : problem.title
  const { message, requestId } = failureOf(error, problem)
  return (
    <div role="alert">
      <Result
        status="warning"
        icon={<span className="problem-mark">{isDenied ? '⛨' : '!'}</span>}
        title={isPage ? <h1>{title}</h1> : title}
        subTitle={
          <>
            <div>{isDenied ? `${message} ${problem.deniedHelp}` : message}</div>
            <RequestId id={requestId} />
          </>
        }
        extra={<Button onClick={onRetry}>{common.retry}</Button>}
      />
    </div>
  )
}
