import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../session/own-session.tsx'

/** The service cannot be asked: what is shown may be old. It goes by itself when the service is back. */
export function TroubleBanner() {
  const { trouble } = useOwnSession()
  const { problem } = useTexts()
  return (
    <div role="status">
      {trouble !== undefined && (
        <div className="trouble-banner">
          {trouble} {problem.old}
        </div>
      )}
    </div>
  )
}
