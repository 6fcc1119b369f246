import { useTexts } from '../../shell/language/language.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

export function LastLogin({ time }: { readonly time: string | null }) {
  const { user } = useTexts()
  return time === null ? <span className="muted">{user.never}</span> : <TimeAgo iso={time} />
}
