import { ApiError } from '../api.ts'
import { useTexts } from '../language/language.tsx'

/** Shows the id of a refused request, by which an operator can find out why it was refused. A click selects it. */
export function RequestId({ id }: { readonly id: string }) {
  const { problem } = useTexts()
  if (id === '') return null
  return (
    <div className="request-id muted">
      {problem.requestId} <code>{id}</code>
    </div>
  )
}

/** Returns the id of a refused request. Empty if there was no response of the service. */
export function requestIdOf(error: unknown): string {
  return error instanceof ApiError ? error.requestId : ''
}
