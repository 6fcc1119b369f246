import { parseYaml } from './file/yaml.ts'
import {
  type Declared,
  describeValue,
  isPlainObject,
  type Outcome,
  printableKey,
  quotedValue,
  type Setting,
} from './setting.ts'

interface TextListDeclared extends Declared<readonly string[]> {
  readonly typeName: string
  /** Returns what is wrong with one entry: "is …". */
  readonly check: (entry: string) => string | undefined
}

/** Declares a list of texts. A variable or a flag may separate them with commas: `10.0.0.1,10.0.0.2`. */
export function textList(declared: TextListDeclared): Setting<readonly string[]> {
  const { check, ...rest } = declared

  function readEntry(entry: unknown): Outcome<string> {
    if (typeof entry !== 'string') return { problem: `must list texts, not ${describeValue(entry)}` }
    const problem = check(entry)
    return problem === undefined
      ? { value: entry }
      : { problem: `has the entry ${quotedValue(entry)}, which ${problem}` }
  }

  function fromText(given: string): unknown {
    if (given.trimStart().startsWith('[')) return parseFlowValue(given)
    return given.trim() === '' ? [] : given.split(',').map((entry) => entry.trim())
  }

  const read = (value: unknown) => readList(value, readEntry)
  return { example: rest.default, ...rest, secret: false, fromText, read }
}

/** A value that JSON can represent. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonRecord
export interface JsonRecord {
  readonly [name: string]: JsonValue
}

interface RecordListDeclared<Entry> extends Declared<readonly Entry[]> {
  readonly typeName: string
  /** Returns the record in its type, or what is wrong with it: "has …". */
  readonly readRecord: (record: JsonRecord) => Outcome<Entry>
  /** Whether the records contain secrets. */
  readonly secret?: true
}

/** Declares a list of records. A variable or a flag contains it as JSON or in YAML's flow style. */
export function recordList<Entry, Input = Entry>(
  declared: RecordListDeclared<Entry>,
): Setting<readonly Entry[], readonly Input[]> {
  const { readRecord, secret = false, ...rest } = declared

  function readEntry(given: unknown, position: number): Outcome<Entry> {
    if (!isPlainObject(given)) {
      const shown = secret ? 'something else' : describeValue(given)
      return { problem: `must list records, but entry ${position} is ${shown}` }
    }
    const record = copyJsonRecord(given)
    const outcome = 'problem' in record ? record : readRecord(record.value)
    return 'problem' in outcome
      ? { problem: `has a wrong entry ${position}: it ${outcome.problem}` }
      : outcome
  }

  const read = (value: unknown): Outcome<readonly Entry[]> =>
    secret && !Array.isArray(value) ? { problem: 'must be a list of records' } : readList(value, readEntry)
  return { example: rest.default, ...rest, secret, fromText: parseFlowValue, read }
}

/** An endpoint that skips the permission check. `permission/` checks path and method. */
export interface ExclusionSetting {
  readonly method: string
  readonly path: string
  /** Why every logged-in user may call it. */
  readonly reason: string
}

const MAX_REASON_LENGTH = 200
/** Control characters and line separators. */
const NOT_IN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function readExclusion(record: JsonRecord): Outcome<ExclusionSetting> {
  const { method, path, reason: given, ...others } = record
  const [other] = Object.keys(others)
  if (other !== undefined)
    return { problem: `has the key ${quotedValue(other)}; only method, path and reason are allowed` }
  if (typeof method !== 'string' || method === '') return { problem: 'has no method, such as GET' }
  if (typeof path !== 'string' || path === '') return { problem: 'has no path, such as /api/v1/notice' }
  // A block of YAML ends with a line break.
  const reason = typeof given === 'string' ? given.trim() : ''
  const problem = problemOfReason(reason)
  return problem === undefined
    ? { value: { method, path, reason } }
    : { problem: `(${printableKey(method)} ${printableKey(path)}) ${problem}` }
}

function problemOfReason(reason: string): string | undefined {
  // A letter or a digit: a reason of invisible characters explains nothing.
  if (!/[\p{L}\p{N}]/u.test(reason))
    return 'has no reason: say in a text why every logged-in user may call it'
  if (reason.length > MAX_REASON_LENGTH)
    return `has a reason of more than ${MAX_REASON_LENGTH} characters: shorten it`
  return NOT_IN_ONE_LINE.test(reason) ? 'has a reason with several lines: write it in one line' : undefined
}

/** Returns the menu record unchanged. Only the tree of `children` is checked; the front end defines the rest. */
export function readMenu(record: JsonRecord): Outcome<JsonRecord> {
  return hasValidChildren(record)
    ? { value: record }
    : { problem: 'has children that are not a list of records' }
}

function hasValidChildren(menu: JsonRecord): boolean {
  const children: JsonValue | undefined = Object.hasOwn(menu, 'children') ? menu.children : undefined
  if (children === undefined || children === null) return true
  return Array.isArray(children) && children.every((child) => isRecord(child) && hasValidChildren(child))
}

function isRecord(value: JsonValue): value is JsonRecord {
  return isPlainObject(value)
}

function readList<Entry>(
  value: unknown,
  readEntry: (entry: unknown, position: number) => Outcome<Entry>,
): Outcome<readonly Entry[]> {
  if (!Array.isArray(value)) return { problem: `must be a list, not ${describeValue(value)}` }
  const given: readonly unknown[] = value
  const entries: Entry[] = []
  for (const [index, entry] of given.entries()) {
    const outcome = readEntry(entry, index + 1)
    if ('problem' in outcome) return outcome
    entries.push(outcome.value)
  }
  return { value: entries }
}

function parseFlowValue(text: string): unknown {
  const yaml = parseYaml(text)
  return 'problem' in yaml ? text : yaml.document.toJS()
}

// Also stops at a structure that contains itself.
const MAX_DEPTH = 32

/** Copies a record deeply, so that the caller cannot change the settings afterwards. */
function copyJsonRecord(record: Readonly<Record<string, unknown>>, depth = 1): Outcome<JsonRecord> {
  if (depth > MAX_DEPTH) return { problem: `is nested more than ${MAX_DEPTH} levels deep` }
  const entries: [string, JsonValue][] = []
  for (const [name, given] of Object.entries(record)) {
    // Harmless in this copy, but it would become the prototype of an object that it is assigned to later.
    if (name === '__proto__') return { problem: 'has a key named __proto__, which is not allowed' }
    const outcome = copyJsonValue(given, depth + 1)
    if ('problem' in outcome) return outcome
    entries.push([name, outcome.value])
  }
  return { value: Object.fromEntries(entries) }
}

function copyJsonValue(value: unknown, depth: number): Outcome<JsonValue> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { value }
  if (typeof value === 'number' && Number.isFinite(value)) return { value }
  if (isPlainObject(value)) return copyJsonRecord(value, depth)
  if (!Array.isArray(value)) {
    return { problem: `contains ${describeValue(value)}, which JSON cannot represent` }
  }
  if (depth > MAX_DEPTH) return { problem: `is nested more than ${MAX_DEPTH} levels deep` }
  return readList(value, (entry) => copyJsonValue(entry, depth + 1))
}
