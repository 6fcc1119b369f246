import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTexts } from '../language/language.tsx'
import { MINUTE_FORMAT } from './time-text.ts'

interface EndFieldProps {
  /** Shown while there is no end. */
  readonly placeholder: string
  /** The form gives these. */
  readonly id?: string
  readonly value?: Dayjs | null
  readonly onChange?: (end: Dayjs | null) => void
}

/** Asks when something ends, and offers usual lengths. The value is null for no end. */
export function EndField(props: EndFieldProps) {
  const { filter } = useTexts()
  const inHours = (hours: number) => dayjs().add(hours, 'hour')
  return (
    <DatePicker
      {...props}
      showTime={{ format: 'HH:mm' }}
      format={MINUTE_FORMAT}
      needConfirm={false}
      minDate={dayjs()}
      presets={[
        { label: filter.inHours(8), value: () => inHours(8) },
        { label: filter.inDays(3), value: () => inHours(3 * 24) },
        { label: filter.inDays(30), value: () => inHours(30 * 24) },
      ]}
    />
  )
}
