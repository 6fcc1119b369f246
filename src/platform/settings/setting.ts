import { resolve } from 'node:path'
import { quoted } from '../text/quoted.ts'

/** The value in its type, or what is wrong with it ("must be …"). */
export type Outcome<Value> = { readonly value: Value } | { readonly problem: string }

/** The keys and the positions, counted from 1, that lead to a part of a value. */
export type Path = readonly (string | number)[]

/** What is wrong with a part of a value: "must be …". */
export interface Problem {
  readonly path: Path
  readonly problem: string
  /** What to do. Without it, the example of the setting is the advice. */
  readonly fix?: string
}

/** The result of reading a value: the value in its type, or everything that is wrong with it. */
export type Reading<Value> = { readonly value: Value } | { readonly problems: readonly Problem[] }

/**
 * One setting. Its type, checks, environment variable and documentation are derived from it. `Input` is the type that programs
 * write, if reading the value adds defaults to it.
 */
export interface Setting<Value, Input = Value> {
  /** The type in words, for the documentation. */
  readonly typeName: string
  readonly default: Value
  readonly example: Input
  /** The description for operators, in sentences. */
  readonly doc: string
  /** How to correct a wrong value, if an example does not show it. */
  readonly fix?: string | undefined
  /** The value of a secret setting never appears in a message. */
  readonly secret: boolean
  /** Converts the text of a variable or a flag. Returns the text itself if it does not fit the type. */
  readonly fromText: (text: string) => unknown
  /** Checks type and content. Nothing is coerced: the text "8000" is not a number. */
  readonly read: (value: unknown) => Reading<Value>
  /** Present if the value is a list of records: the keys of a record. */
  readonly fields?: Fields | undefined
  /** Present if the value contains a path: returns the value with a relative path in this folder. */
  readonly resolvePath?: ((value: string, folder: string) => string) | undefined
  /** Never present: it only carries the type. */
  readonly input?: Input
}

/** The keys of a record. A key whose default is not accepted is required. */
export type Fields = Readonly<Record<string, Setting<unknown>>>

export interface Group {
  readonly [name: string]: Setting<unknown> | Group
}

/** The resolved values of a group of declarations. */
export type ValuesOf<Node> =
  Node extends Setting<infer Value, unknown> ? Value : { readonly [Name in keyof Node]: ValuesOf<Node[Name]> }

/** The same keys, all optional. */
export type InputOf<Node> =
  Node extends Setting<unknown, infer Input>
    ? Input | undefined
    : { readonly [Name in keyof Node]?: InputOf<Node[Name]> | undefined }

export function isSetting(node: Setting<unknown> | Group): node is Setting<unknown> {
  return typeof node.read === 'function'
}

/** Returns the value with its path resolved, if it contains a relative one. */
export function inFolder(setting: Setting<unknown>, value: unknown, folder: string): unknown {
  return setting.resolvePath && typeof value === 'string' ? setting.resolvePath(value, folder) : value
}

/** The part of a declaration that all types have in common. */
export interface Declared<Value, Input = Value> {
  readonly default: Value
  readonly doc: string
  /** Shown in the documentation and in error messages. The default if omitted. */
  readonly example?: Input
  readonly fix?: string
}

/** Returns a setting whose value has no parts. */
function scalar<Value>(
  declared: Declared<Value>,
  type: Pick<Setting<Value>, 'typeName'> & Partial<Pick<Setting<Value>, 'fromText' | 'secret'>>,
  read: (value: unknown) => Outcome<Value>,
): Setting<Value> {
  const { default: example } = declared
  return {
    example,
    secret: false,
    fromText: (given) => given,
    ...declared,
    ...type,
    read: readingOf(read),
  }
}

export interface TextDeclared extends Omit<Declared<string>, 'default'> {
  /** Empty if omitted. */
  readonly default?: string
  /** Whether there must be a text although there is no default: for the keys of records. */
  readonly required?: true
  /** Whether the text may be empty although there is a default. */
  readonly mayBeEmpty?: true
  readonly maxLength?: number
  readonly oneLine?: true
  readonly secret?: true
  readonly resolvePath?: Setting<string>['resolvePath']
  /** Returns what is wrong with a text that has the right type. */
  readonly check?: (value: string) => string | undefined
}

const MAX_TEXT_LENGTH = 4096
/** Control characters and line separators. */
const NOT_IN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function text(declared: TextDeclared): Setting<string> {
  const {
    default: defaultText = '',
    required = false,
    mayBeEmpty = defaultText === '' && !required,
    maxLength = MAX_TEXT_LENGTH,
    oneLine = false,
    secret = false,
    check,
    ...rest
  } = declared
  const typeName = maxLength === MAX_TEXT_LENGTH ? 'text' : `text of at most ${maxLength} characters`

  return scalar({ ...rest, default: defaultText }, { typeName, secret }, (value) => {
    const shown = secret ? describeType(value) : describeValue(value)
    if (typeof value !== 'string') return { problem: `must be a text, not ${shown}` }
    if (value === '') return mayBeEmpty ? { value } : { problem: 'must not be empty' }
    if (value.length > maxLength) return { problem: `must have at most ${maxLength} characters` }
    if (value.includes('\0')) return { problem: 'must not contain a NUL character' }
    if (oneLine && NOT_IN_ONE_LINE.test(value)) return { problem: 'must be one line' }
    const problem = check?.(value)
    return problem === undefined ? { value } : { problem }
  })
}

/** Declares the path of a file or a folder. In the settings file, a relative path is relative to the folder of that file. */
export function path(declared: Omit<TextDeclared, 'resolvePath'>): Setting<string> {
  const resolvePath = (value: string, folder: string) => (value === '' ? '' : resolve(folder, value))
  return text({ ...declared, resolvePath })
}

interface NumberDeclared extends Declared<number> {
  readonly min: number
  readonly max: number
}

export function integer(declared: NumberDeclared & { readonly unit?: string }): Setting<number> {
  const { min, max, unit, ...rest } = declared
  const typeName = `${unit ?? 'a whole number'} from ${min} to ${max}`
  const fromText = (given: string) => (/^-?(0|[1-9]\d*)$/.test(given) ? Number(given) : given)
  return scalar(rest, { typeName, fromText }, (value) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
    if (isWhole && value >= min && value <= max) return { value }
    const expected = unit === undefined ? typeName : `a whole number of ${typeName}`
    return { problem: `must be ${expected}, not ${describeValue(value)}` }
  })
}

export function decimal({ min, max, ...rest }: NumberDeclared): Setting<number> {
  const typeName = `a number from ${min} to ${max}`
  const fromText = (given: string) => (/^(0|[1-9]\d*)(\.\d+)?$/.test(given) ? Number(given) : given)
  return scalar(rest, { typeName, fromText }, (value) =>
    typeof value === 'number' && value >= min && value <= max
      ? { value }
      : { problem: `must be ${typeName}, not ${describeValue(value)}` },
  )
}

export function flag(declared: Declared<boolean>): Setting<boolean> {
  const typeName = 'true or false'
  const fromText = (given: string) => (given === 'true' || given === 'false' ? given === 'true' : given)
  return scalar(declared, { typeName, fromText }, (value) =>
    typeof value === 'boolean' ? { value } : { problem: `must be ${typeName}, not ${describeValue(value)}` },
  )
}

export function choice<const Choice extends string>(
  declared: Declared<NoInfer<Choice>> & { readonly choices: readonly Choice[] },
): Setting<Choice> {
  const { choices, ...rest } = declared
  const typeName = `one of ${choices.join(', ')}`
  return scalar<Choice>(rest, { typeName }, (value) => {
    const found = choices.find((known) => known === value)
    if (found !== undefined) return { value: found }
    return { problem: `must be ${typeName}, not ${describeValue(value)}` }
  })
}

/** Returns the function that reads a value which has no parts. */
export function readingOf<Value>(
  read: (value: unknown) => Outcome<Value>,
): (value: unknown) => Reading<Value> {
  return (value) => {
    const outcome = read(value)
    return 'value' in outcome ? outcome : { problems: [{ path: [], problem: outcome.problem }] }
  }
}

/** Returns how to correct a value. `assign` returns what to write to give the setting a value. */
export function fixOf(setting: Setting<unknown>, value: unknown, assign: (value: unknown) => string): string {
  if (setting.fix !== undefined) return setting.fix
  const isNumberOrFlag = typeof value === 'number' || typeof value === 'boolean'
  const example = setting.example === '' ? 'write a text' : `write for example ${assign(setting.example)}`
  // A fix must not repeat a secret either.
  if (setting.secret) return isNumberOrFlag ? 'put it in quotes' : example
  // The same value in the type of the setting: 9000 for "9000".
  const converted =
    isNumberOrFlag || typeof value === 'string' ? [setting.fromText(String(value)), String(value)] : []
  const accepted = converted.find((candidate) => candidate !== value && 'value' in setting.read(candidate))
  if (accepted !== undefined) return `write ${assign(accepted)}`
  return value === null ? `remove it, or ${example}` : example
}

/** A setting that is missing or does not fit the others. */
export interface SettingProblem {
  readonly key: string
  readonly problem: string
}

/** Returns the problems of the settings in a group whose condition is met. */
export function problemsWhere(
  group: string,
  rules: readonly (readonly [name: string, isWrong: boolean, problem: string])[],
): readonly SettingProblem[] {
  return rules.flatMap(([name, isWrong, problem]) => (isWrong ? [{ key: `${group}.${name}`, problem }] : []))
}

/** Returns a value as messages show it. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the text ${quotedValue(value)}`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'a group of keys' : `a ${typeof value}`
}

/** Returns the type of a secret value as messages show it, without the value. */
export function describeType(value: unknown): string {
  if (typeof value === 'string') return 'a text'
  return typeof value === 'number' || typeof value === 'boolean' ? `a ${typeof value}` : describeValue(value)
}

const MAX_QUOTED_LENGTH = 40

/** Returns the text of a settings source as messages show it. */
export function quotedValue(text: string): string {
  return quoted(text, MAX_QUOTED_LENGTH)
}

/**
 * Returns a key as messages show it. Without a space after its colon, a value is part of the key, and it may be a secret.
 *
 * @example
 * printableKey('secret:hunter2') // 'secret…'
 */
export function printableKey(key: string): string {
  const [name = ''] = key.split(/[:=\s]/)
  const shown = quotedValue(name).slice(1, -1)
  return name === key ? shown : `${shown}…`
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
