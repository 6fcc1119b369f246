import { inWords, type Outcome, type Setting, typeInWords } from './setting.ts'

/** What every declaration says, whatever its type. */
export interface Declared<Value> {
  readonly default: Value
  readonly doc: string
  /** Shown in the documentation and in fixes; the default where it is left out. */
  readonly example?: Value
}

interface TextDeclared extends Declared<string> {
  readonly typeName?: string
  readonly mayBeEmpty?: true
  readonly secret?: true
  /** What is wrong with a value of the right type. */
  readonly check?: (value: string) => string | undefined
}

const LONGEST_TEXT = 4096

export function text(declared: TextDeclared): Setting<string> {
  const { typeName = 'text', mayBeEmpty = false, secret = false, check, ...rest } = declared

  function read(value: unknown): Outcome<string> {
    const shown = secret ? typeInWords(value) : inWords(value)
    if (typeof value !== 'string') return { problem: `must be a text, not ${shown}` }
    if (value === '') return mayBeEmpty ? { value } : { problem: 'must not be empty' }
    if (value.length > LONGEST_TEXT) return { problem: `must have at most ${LONGEST_TEXT} characters` }
    if (value.includes('\0')) return { problem: 'must not contain a NUL character' }
    const problem = check?.(value)
    return problem === undefined ? { value } : { problem }
  }

  return { example: rest.default, ...rest, typeName, secret, fromText: (given) => given, read }
}

interface IntegerDeclared extends Declared<number> {
  readonly min: number
  readonly max: number
  readonly unit?: string
}

export function integer(declared: IntegerDeclared): Setting<number> {
  const { min, max, unit, ...rest } = declared
  const range = `${unit ?? 'a whole number'} from ${min} to ${max}`

  function read(value: unknown): Outcome<number> {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max)
      return { value }
    const expected = unit === undefined ? range : `a whole number of ${range}`
    return { problem: `must be ${expected}, not ${inWords(value)}` }
  }

  const fromText = (given: string) => (/^-?(0|[1-9]\d*)$/.test(given) ? Number(given) : given)
  return { example: rest.default, ...rest, typeName: range, secret: false, fromText, read }
}

export function flag(declared: Declared<boolean>): Setting<boolean> {
  const texts = new Map([
    ['true', true],
    ['false', false],
  ])

  function read(value: unknown): Outcome<boolean> {
    return typeof value === 'boolean'
      ? { value }
      : { problem: `must be true or false, not ${inWords(value)}` }
  }

  const fromText = (given: string) => texts.get(given) ?? given
  return { example: declared.default, ...declared, typeName: 'true or false', secret: false, fromText, read }
}

interface ChoiceDeclared<Choice extends string> extends Declared<NoInfer<Choice>> {
  readonly choices: readonly Choice[]
}

export function choice<const Choice extends string>(declared: ChoiceDeclared<Choice>): Setting<Choice> {
  const { choices, ...rest } = declared

  function read(value: unknown): Outcome<Choice> {
    const found = choices.find((known) => known === value)
    if (found !== undefined) return { value: found }
    return { problem: `must be one of ${choices.join(', ')}, not ${inWords(value)}` }
  }

  const typeName = `one of ${choices.join(', ')}`
  return { example: rest.default, ...rest, typeName, secret: false, fromText: (given) => given, read }
}
