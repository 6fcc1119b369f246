import { APP_METHOD_PATTERN, isLoginMethod, LOGIN_METHODS } from '../../../features/login-methods.ts'
import { CURSOR_PATTERN } from '../../database/query/time-order-reader.ts'
import type { LocalizedText } from '../../refusal/refusal.ts'
import type { Schema } from './documentation.ts'
import {
  DEFAULT_DAYS,
  DEFAULT_HOURS,
  DEFAULT_PAGE_SIZE,
  MAX_DAYS,
  MAX_HOURS,
  MAX_PAGE_NUMBER,
  MAX_PAGE_SIZE,
} from './limits.ts'

interface Format extends LocalizedText {
  readonly test: (text: string) => boolean
  /** The same in standard JSON Schema, for the OpenAPI document. A number in a path or a query is text for the service. */
  readonly schema: Schema
}

// A larger number would be rounded to the id of another row.
const isPositive = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
const POSITIVE = {
  en: `must be a whole number between 1 and ${Number.MAX_SAFE_INTEGER}`,
  zh: `须为 1 到 ${Number.MAX_SAFE_INTEGER} 之间的整数`,
}

const ID: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** Returns the format of whole numbers from 1 to a maximum. */
function upTo(max: number, byDefault: number): Format {
  return {
    schema: { type: 'integer', minimum: 1, maximum: max, default: byDefault },
    test: (text) => isPositive(text) && Number(text) <= max,
    en: `must be between 1 and ${max}`,
    zh: `须在 1 和 ${max} 之间`,
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** A SHA-256 hash in base64url. */
const HASH_PATTERN = '^[\\w-]{43}$'

/** The formats of texts in queries, paths and bodies, and how a refusal describes them. */
export const formats = {
  'well-formed': {
    test: (text) => text.isWellFormed(),
    schema: { type: 'string' },
    en: 'contains invalid Unicode',
    zh: '包含无效的 Unicode 字符',
  },
  'date-time': {
    test: (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
    schema: { type: 'string', format: 'date-time' },
    en: 'must be a time in the form of RFC 3339, such as 2026-12-31T23:59:59Z',
    zh: '须为 RFC 3339 格式的时间，例如 2026-12-31T23:59:59Z',
  },
  'page-index': upTo(MAX_PAGE_NUMBER, 1),
  'page-size': {
    ...upTo(MAX_PAGE_NUMBER, DEFAULT_PAGE_SIZE),
    en: `must be between 1 and ${MAX_PAGE_SIZE}`,
    zh: `须在 1 和 ${MAX_PAGE_SIZE} 之间`,
  },
  hours: upTo(MAX_HOURS, DEFAULT_HOURS),
  days: upTo(MAX_DAYS, DEFAULT_DAYS),
  id: { test: isPositive, schema: ID, ...POSITIVE },
  'id-or-empty': {
    test: (text) => text === '' || isPositive(text),
    schema: { anyOf: [ID, { const: '' }] },
    ...POSITIVE,
  },
  cursor: {
    test: (text) => text === '' || new RegExp(CURSOR_PATTERN).test(text),
    schema: { type: 'string', pattern: `^$|${CURSOR_PATTERN}` },
    en: 'must be the value of next from the previous page',
    zh: '须为上一页返回的 next 值',
  },
  'login-method': {
    test: isLoginMethod,
    schema: {
      anyOf: [
        { type: 'string', enum: LOGIN_METHODS },
        { type: 'string', pattern: APP_METHOD_PATTERN },
      ],
    },
    en: `must be one of ${LOGIN_METHODS.join(', ')}, or the name of a method of the app, such as app:wechat`,
    zh: `须为 ${LOGIN_METHODS.join('、')} 之一，或应用所添加方式的名称，如 app:wechat`,
  },
  'throttle-id': {
    test: (text) => new RegExp(HASH_PATTERN).test(text),
    schema: { type: 'string', pattern: HASH_PATTERN },
    en: 'must be the id of a listed throttle',
    zh: '须为列表中限制的 id',
  },
} as const satisfies Record<string, Format>
