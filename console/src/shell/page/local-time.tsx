import { useTexts } from '../language/language.tsx'
import { timeText } from './time-text.ts'

/** Shows a time in the local time zone, and in UTC on hover. */
export function LocalTime({ iso }: { readonly iso: string }) {
  const { common } = useTexts()
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return <span>{iso}</span>
  const utc = iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
  return (
    <time dateTime={iso} title={common.utc(utc)} className="time">
      {timeText(time)}
    </time>
  )
}
