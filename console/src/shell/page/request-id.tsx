import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../api/address.ts'
import { ApiError } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import type { Texts } from '../language/texts.ts'

/** Whether the viewer may see why a request was refused. Its id is a link to the explanation then. */
export const MayExplain = createContext(false)

/** Shows the id of a refused request, by which an operator can find out why it was refused. */
export function RequestId({ id }: { readonly id: string }) {
  const { problem } = useTexts()
  const mayExplain = use(MayExplain)
  if (id === '') return null
  const code = <code>{id}</code>
  return (
    <div className="request-id muted">
      {problem.requestId}{' '}
      {mayExplain ? <Link to={addressOf('/permissions/check', { requestId: id })}>{code}</Link> : code}
    </div>
  )
}

/** What is shown about a failed request. */
export interface Failure {
  readonly message: string
  /** Empty if there was no response of the service. */
  readonly requestId: string
}

export function failureOf(error: unknown, problem: Texts['problem']): Failure {
  return error instanceof ApiError ? error : { message: problem.crashed, requestId: '' }
}

/** Returns a function that shows an error in a message, which is rendered outside the page. */
export function useErrorMessage(): (error: unknown) => ReactNode {
  const { problem } = useTexts()
  const mayExplain = use(MayExplain)
  return (error) => {
    const { message, requestId } = failureOf(error, problem)
    return (
      <MayExplain value={mayExplain}>
        <span>{message}</span>
        <RequestId id={requestId} />
      </MayExplain>
    )
  }
}
