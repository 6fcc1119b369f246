import { useTexts } from '../../shell/language/language.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

export function LastLogin({ time }: { readonly time: string | null }) {
  const { common } = useTexts()
  return time === null ? <span className="muted">{common.never}</span> : <TimeAgo iso={time} />
}
