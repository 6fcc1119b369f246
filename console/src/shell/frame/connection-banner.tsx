import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'

/** Shows a banner while the service cannot be reached. */
export function ConnectionBanner() {
  const { connectionProblem } = useOwnSession()
  const { problem } = useTexts()
  return (
    <div role="status">
      {connectionProblem !== undefined && (
        <div className="trouble-banner">
          {connectionProblem} {problem.old}
        </div>
      )}
    </div>
  )
}
