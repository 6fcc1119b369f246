import { useLocaleTag, useTexts } from '../language/language.tsx'

/** A time as the clock on the wall shows it; the same in UTC, as the service wrote it, on hover. */
export function LocalTime({ iso }: { readonly iso: string }) {
  const { common } = useTexts()
  const tag = useLocaleTag()
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return <span>{iso}</span>
  const utc = iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
  return (
    <time dateTime={iso} title={common.utc(utc)} className="time">
      {time.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  )
}
