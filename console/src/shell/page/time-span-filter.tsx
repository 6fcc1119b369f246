import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTexts } from '../language/language.tsx'
import { MINUTE_FORMAT } from './time-text.ts'
import type { Address } from './use-address.ts'

/** Filters by a time span in local time. The URL and the service use UTC. */
export function TimeSpanFilter({ address }: { readonly address: Address }) {
  const { filter } = useTexts()
  const { beginTime, endTime } = address.values
  const day = (text: string | undefined) => (text ? dayjs(text) : null)
  const daysAgo = (days: number) => dayjs().subtract(days, 'day')
  const preset = (label: string, first: number, last: number) => ({
    label,
    value: (): [Dayjs, Dayjs] => [daysAgo(first).startOf('day'), daysAgo(last).endOf('day')],
  })
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format={MINUTE_FORMAT}
      presets={[preset(filter.today, 0, 0), preset(filter.yesterday, 1, 1), preset(filter.lastDays(7), 6, 0)]}
      allowEmpty={[true, true]}
      placeholder={[filter.from, filter.to]}
      aria-label={filter.span}
      value={[day(beginTime), day(endTime)]}
      onChange={(span) =>
        address.set({ beginTime: span?.[0]?.toISOString(), endTime: span?.[1]?.toISOString() })
      }
    />
  )
}
