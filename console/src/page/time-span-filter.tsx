import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTexts } from '../language/language.tsx'
import type { Address } from './use-address.ts'

/** Filters by a time span in local time. The URL and the service use UTC. */
export function TimeSpanFilter({ address }: { readonly address: Address }) {
  const { loginLog } = useTexts()
  const { beginTime, endTime } = address.values
  const day = (text: string | undefined) => (text ? dayjs(text) : null)
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      placeholder={[loginLog.from, loginLog.to]}
      aria-label={loginLog.span}
      value={[day(beginTime), day(endTime)]}
      onChange={(span) =>
        address.set({ beginTime: span?.[0]?.toISOString(), endTime: span?.[1]?.toISOString() })
      }
    />
  )
}
