import dayjs from 'dayjs'

/** All times of the console have this form, in the local time zone: in lists, details and fields, in every language. */
export const MINUTE_FORMAT = 'YYYY-MM-DD HH:mm'

type Time = string | number | Date

export function dayText(time: Time): string {
  return dayjs(time).format('YYYY-MM-DD')
}

/** Returns a time to the second. */
export function timeText(time: Time): string {
  return dayjs(time).format('YYYY-MM-DD HH:mm:ss')
}

/** Returns the time of day. */
export function clockText(time: Time): string {
  return dayjs(time).format('HH:mm')
}
