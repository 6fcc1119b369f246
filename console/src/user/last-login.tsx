import { useTexts } from '../language/language.tsx'
import { LocalTime } from '../page/local-time.tsx'

export function LastLogin({ time }: { readonly time: string | null }) {
  const { user } = useTexts()
  return time === null ? <span className="muted">{user.never}</span> : <LocalTime iso={time} />
}
