import { ApiError } from '../api.ts'
import { useTexts } from '../language/language.tsx'

/** Shows the id of a refused request, by which an operator can find out why it was refused. */
export function RequestId({ error }: { readonly error: unknown }) {
  const { problem } = useTexts()
  if (!(error instanceof ApiError) || error.requestId === '') return null
  return (
    <div className="muted">
      {problem.requestId} <code>{error.requestId}</code>
    </div>
  )
}
