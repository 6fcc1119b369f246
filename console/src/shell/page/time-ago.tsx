import { useLocaleTag, useTexts } from '../language/language.tsx'
import { relativeTime } from './relative-time.ts'
import { timeText } from './time-text.ts'
import { useNow } from './use-now.ts'

/** Shows how long ago a time was, or how far away it is, and the exact local time on hover. */
export function TimeAgo({ iso }: { readonly iso: string }) {
  const tag = useLocaleTag()
  const now = useNow()
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return <span>{iso}</span>
  return (
    <time dateTime={iso} title={timeText(time)} className="time">
      {relativeTime(time.getTime(), now, tag)}
    </time>
  )
}

/** Names the time zone of all times on a page. */
export function ZoneNote() {
  const { common } = useTexts()
  const tag = useLocaleTag()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const offset = new Intl.DateTimeFormat(tag, { timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')
  return <p className="muted zone-note">{common.zone(timeZone, offset?.value ?? 'UTC')}</p>
}
