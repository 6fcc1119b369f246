import { InvalidParameters } from '../refusal/refusal.ts'
import { DAY_IN_MS } from '../runtime/time-units.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/

interface TimeRange {
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

/** The names in a query string. Commands use the names of their options. */
const NAMES = { beginTime: 'beginTime', endTime: 'endTime' }

export function parseTimeRange({ beginTime, endTime }: TimeRange, names = NAMES) {
  const wholeDay = endTime && DAY.test(endTime) ? DAY_IN_MS - 1 : 0
  return {
    from: beginTime ? timeOf(names.beginTime, beginTime) : undefined,
    to: endTime ? timeOf(names.endTime, endTime) + wholeDay : undefined,
  }
}

/** A time without a zone is UTC, as in responses. */
function timeOf(name: string, text: string): number {
  const zoned = DAY.test(text) || /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`
  const time = DAY.test(text) || TIME.test(text) ? Date.parse(zoned.replace(' ', 'T')) : Number.NaN
  if (Number.isNaN(time) || !isDay(text.slice(0, 10))) {
    throw new InvalidParameters({
      field: name,
      en: `${name} must be a time such as 2026-01-31T08:00:00Z or a day such as 2026-01-31.`,
      zh: `${name} 须为时间（如 2026-01-31T08:00:00Z）或日期（如 2026-01-31）。`,
    })
  }
  return time
}

/** `Date` accepts the 30th of February as the 1st of March. */
function isDay(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
}
