import type { InputProblem, LocalizedText } from '../../refusal/refusal.ts'
import { counted } from '../../text/counted.ts'
import { formats } from './formats.ts'

/** A violation of a schema, as Fastify reports it. */
interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

const TYPES: Readonly<Record<string, LocalizedText>> = {
  string: { en: 'a string', zh: '字符串' },
  integer: { en: 'an integer', zh: '整数' },
  boolean: { en: 'a boolean', zh: '布尔值' },
  array: { en: 'an array', zh: '数组' },
  object: { en: 'an object', zh: '对象' },
}

const MAX_UNKNOWN_LENGTH = 64

const UNKNOWN: LocalizedText = { en: 'is invalid', zh: '无效' }

/** Returns the field and its rule, and never the value that was sent. */
export function describeViolation(violations: readonly Violation[]): InputProblem {
  const [violation] = violations
  if (!violation) return { en: 'the request is invalid.', zh: '请求无效。' }
  const path = violation.instancePath.slice(1).replaceAll('/', '.')
  const member = memberOf(violation)
  const field = [path, ...member].filter(Boolean).join('.')
  const { en, zh } = ruleOf(violation)
  if (field === '') return { en: `the body ${en}.`, zh: `请求体${zh}。` }
  return { field, en: `${field} ${en}.`, zh: `${field} ${zh}。` }
}

/** Returns the name of the member that is missing or unknown. The name of an unknown one is shortened: the caller chose it. */
function memberOf({ keyword, params }: Violation): string[] {
  if (keyword === 'required') return [String(params.missingProperty)]
  if (keyword === 'additionalProperties')
    return [String(params.additionalProperty).slice(0, MAX_UNKNOWN_LENGTH)]
  return []
}

function ruleOf({ keyword, params }: Violation): LocalizedText {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return { en: 'is missing', zh: '缺失' }
    case 'additionalProperties':
      return { en: 'is not a member of this request', zh: '不是此请求的字段' }
    case 'type':
      return typeRule(String(params.type))
    case 'minLength':
      return { en: `must have at least ${counted(limit, 'character')}`, zh: `至少需要 ${limit} 个字符` }
    case 'maxLength':
      return { en: `must have at most ${counted(limit, 'character')}`, zh: `最多 ${limit} 个字符` }
    case 'minItems':
      return { en: `must have at least ${counted(limit, 'item')}`, zh: `至少需要 ${limit} 项` }
    case 'maxItems':
      return { en: `must have at most ${counted(limit, 'item')}`, zh: `最多 ${limit} 项` }
    case 'minimum':
      return { en: `must be at least ${limit}`, zh: `不能小于 ${limit}` }
    case 'maximum':
      return { en: `must be at most ${limit}`, zh: `不能大于 ${limit}` }
    case 'enum':
      return choiceRule(params.allowedValues)
    case 'format':
      return new Map<string, LocalizedText>(Object.entries(formats)).get(String(params.format)) ?? UNKNOWN
    default:
      return UNKNOWN
  }
}

function typeRule(type: string): LocalizedText {
  const name = TYPES[type]
  return name ? { en: `must be ${name.en}`, zh: `须为${name.zh}` } : UNKNOWN
}

function choiceRule(allowed: unknown): LocalizedText {
  const values = Array.isArray(allowed) ? allowed.filter((value) => value !== '').map(String) : []
  return { en: `must be one of ${values.join(', ')}`, zh: `须为 ${values.join('、')} 之一` }
}
