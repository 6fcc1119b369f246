import { MAX_REPORT_DAYS } from '../../authorization/reports/report-name.ts'
import { CURSOR_PATTERN } from '../../database/time-order-reader.ts'
import type { LocalizedText } from '../../foundation/refusal/refusal.ts'
import { isLoginMethod, LOGIN_METHODS } from '../../settings/login-methods.ts'

/** The largest page of a list. A client that asks for more gets this many entries. */
export const MAX_PAGE_SIZE = 200
export const MAX_HOURS = 168
/** The largest index of a page, and the largest size that is reduced instead of refused. */
export const MAX_PAGE_NUMBER = 999_999_999

interface Format extends LocalizedText {
  readonly test: (text: string) => boolean
}

// A larger number would be rounded to the id of another row.
const isPositive = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
const POSITIVE = {
  en: `must be a whole number between 1 and ${Number.MAX_SAFE_INTEGER}`,
  zh: `须为 1 到 ${Number.MAX_SAFE_INTEGER} 之间的整数`,
}

/** Returns the format of whole numbers from 1 to a maximum. */
function upTo(max: number): Format {
  return {
    test: (text) => isPositive(text) && Number(text) <= max,
    en: `must be between 1 and ${max}`,
    zh: `须在 1 和 ${max} 之间`,
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** The formats of texts in queries, paths and bodies, and how a refusal describes them. */
export const formats = {
  'well-formed': {
    test: (text) => text.isWellFormed(),
    en: 'contains invalid Unicode',
    zh: '包含无效的 Unicode 字符',
  },
  'date-time': {
    test: (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
    en: 'must be a time in the form of RFC 3339, such as 2026-12-31T23:59:59Z',
    zh: '须为 RFC 3339 格式的时间，例如 2026-12-31T23:59:59Z',
  },
  'page-index': upTo(MAX_PAGE_NUMBER),
  'page-size': { ...upTo(MAX_PAGE_SIZE), test: upTo(MAX_PAGE_NUMBER).test },
  hours: upTo(MAX_HOURS),
  days: upTo(MAX_REPORT_DAYS),
  id: { test: isPositive, ...POSITIVE },
  'id-or-empty': { test: (text) => text === '' || isPositive(text), ...POSITIVE },
  cursor: {
    test: (text) => text === '' || new RegExp(CURSOR_PATTERN).test(text),
    en: 'must be the value of next from the previous page',
    zh: '须为上一页返回的 next 值',
  },
  'login-method': {
    test: isLoginMethod,
    en: `must be one of ${LOGIN_METHODS.join(', ')}, or the name of a method of the app, such as app:wechat`,
    zh: `须为 ${LOGIN_METHODS.join('、')} 之一，或应用所添加方式的名称，如 app:wechat`,
  },
  'throttle-id': {
    // A SHA-256 hash in base64url.
    test: (text) => /^[\w-]{43}$/.test(text),
    en: 'must be the id of a listed throttle',
    zh: '须为列表中限制的 id',
  },
} as const satisfies Record<string, Format>
