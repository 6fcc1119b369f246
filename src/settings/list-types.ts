import { type JsonRecord, readJsonRecord } from './json-value.ts'
import { inWords, isPlainObject, type Outcome, quoted, type Setting } from './setting.ts'
import type { Declared } from './value-types.ts'
import { parseYaml } from './yaml-text.ts'

interface TextListDeclared extends Declared<readonly string[]> {
  readonly typeName: string
  /** What is wrong with one entry: "is …". */
  readonly check: (entry: string) => string | undefined
}

/** A list of texts. A variable or a flag may give it with commas between: `10.0.0.1,10.0.0.2`. */
export function textList(declared: TextListDeclared): Setting<readonly string[]> {
  const { check, ...rest } = declared

  function readEntry(entry: unknown): Outcome<string> {
    if (typeof entry !== 'string') return { problem: `must list texts, not ${inWords(entry)}` }
    const problem = check(entry)
    return problem === undefined
      ? { value: entry }
      : { problem: `has the entry ${quoted(entry)}, which ${problem}` }
  }

  function fromText(given: string): unknown {
    if (given.trimStart().startsWith('[')) return flowValue(given)
    return given.trim() === '' ? [] : given.split(',').map((entry) => entry.trim())
  }

  const read = (value: unknown) => readList(value, readEntry)
  return { example: rest.default, ...rest, secret: false, fromText, read }
}

interface RecordListDeclared<Entry> extends Declared<readonly Entry[]> {
  readonly typeName: string
  /** Takes a record in its type, or says what is wrong with it: "has …". */
  readonly readRecord: (record: JsonRecord) => Outcome<Entry>
}

/** A list of records. A variable or a flag gives it as JSON or in YAML's flow style. */
export function recordList<Entry>(declared: RecordListDeclared<Entry>): Setting<readonly Entry[]> {
  const { readRecord, ...rest } = declared

  function readEntry(given: unknown, position: number): Outcome<Entry> {
    if (!isPlainObject(given))
      return { problem: `must list records, but entry ${position} is ${inWords(given)}` }
    const record = readJsonRecord(given)
    const outcome = 'problem' in record ? record : readRecord(record.value)
    return 'problem' in outcome
      ? { problem: `has a wrong entry ${position}: it ${outcome.problem}` }
      : outcome
  }

  const read = (value: unknown) => readList(value, readEntry)
  return { example: rest.default, ...rest, secret: false, fromText: flowValue, read }
}

function readList<Entry>(
  value: unknown,
  readEntry: (entry: unknown, position: number) => Outcome<Entry>,
): Outcome<readonly Entry[]> {
  if (!Array.isArray(value)) return { problem: `must be a list, not ${inWords(value)}` }
  const given: readonly unknown[] = value
  const entries: Entry[] = []
  for (const [index, entry] of given.entries()) {
    const outcome = readEntry(entry, index + 1)
    if ('problem' in outcome) return outcome
    entries.push(outcome.value)
  }
  return { value: entries }
}

function flowValue(text: string): unknown {
  const yaml = parseYaml(text)
  return 'problem' in yaml ? text : yaml.document.toJS()
}
