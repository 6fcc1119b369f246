import { parseYaml } from './file/yaml.ts'
import {
  type Declared,
  describeType,
  describeValue,
  type Fields,
  fixOf,
  isPlainObject,
  type Outcome,
  type Problem,
  quotedValue,
  type Reading,
  readingOf,
  type Setting,
  type ValuesOf,
} from './setting.ts'
import { mostSimilar } from './similar-name.ts'

interface TextListDeclared extends Omit<Declared<readonly string[]>, 'default'> {
  /** Empty if omitted. */
  readonly default?: readonly string[]
  readonly typeName: string
  /** Returns what is wrong with one entry: "is …". */
  readonly check: (entry: string) => string | undefined
}

/** Declares a list of texts. A variable or a flag may separate them with commas: `10.0.0.1,10.0.0.2`. */
export function textList(declared: TextListDeclared): Setting<readonly string[]> {
  const { default: entries = [], check, ...rest } = declared

  function readEntry(entry: unknown): Outcome<string> {
    if (typeof entry !== 'string') return { problem: `must be a text, not ${describeValue(entry)}` }
    const problem = check(entry)
    return problem === undefined
      ? { value: entry }
      : { problem: `is ${quotedValue(entry)}, which ${problem}` }
  }

  function fromText(given: string): unknown {
    if (given.trimStart().startsWith('[')) return parseFlowValue(given)
    return given.trim() === '' ? [] : given.split(',').map((entry) => entry.trim())
  }

  const read = (value: unknown) => readList(value, readingOf(readEntry))
  return { example: entries, ...rest, default: entries, secret: false, fromText, read }
}

/** The type of the records in a list. */
export interface RecordType<Value> {
  readonly fields?: Fields
  /** Whether the records contain secrets. */
  readonly secret: boolean
  readonly read: (given: unknown) => Reading<Value>
}

/**
 * Declares the records of a list. Each key is declared like a setting. `finish` checks the values together, once each of them
 * is correct, and returns the record or everything that is wrong with it.
 *
 * @example
 * ```ts
 * const role = record({ fields: { group: text({ … }), role: text({ … }) } })
 * ```
 */
export function record<const Of extends Fields, Value = ValuesOf<Of>>(declared: {
  readonly fields: Of
  readonly finish?: (values: ValuesOf<Of>) => Reading<Value>
}): RecordType<Value> {
  const { fields, finish } = declared
  const names = Object.keys(fields)
  const secret = Object.values(fields).some((field) => field.secret)

  function read(given: unknown): Reading<Value> {
    if (!isPlainObject(given)) {
      const shown = secret ? describeType(given) : describeValue(given)
      return { problems: [{ path: [], problem: `must be a record of ${names.join(', ')}, not ${shown}` }] }
    }
    const values: Record<string, unknown> = {}
    const problems = Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => unknownField(name, names))
    for (const [name, field] of Object.entries(fields)) {
      const reading = readField(name, field, given[name])
      if ('value' in reading) values[name] = reading.value
      else problems.push(...reading.problems)
    }
    if (problems.length > 0) return { problems }
    // The values have the types of the fields that have read them.
    return finish ? finish(values as ValuesOf<Of>) : { value: values as Value }
  }

  return { fields, secret, read }
}

function unknownField(name: string, known: readonly string[]): Problem {
  const similar = mostSimilar(name, known)
  const fix =
    similar === undefined
      ? `remove it, or use one of ${known.join(', ')}`
      : `did you mean ${similar}? Correct it or remove it`
  return { path: [name], problem: 'is not a key of this record', fix }
}

/** Reads a key of a record. */
export function readField<Value>(name: string, field: Setting<Value>, given: unknown): Reading<Value> {
  const reading = field.read(given === undefined ? field.default : given)
  if ('value' in reading) return reading
  const fix = fixOf(field, given, (value) => `${name}: ${JSON.stringify(value)}`)
  if (given === undefined) return { problems: [{ path: [name], problem: 'is missing', fix }] }
  return { problems: reading.problems.map((problem) => ({ fix, ...problem, path: [name, ...problem.path] })) }
}

interface RecordListDeclared<Value, Input>
  extends Omit<Declared<readonly Value[], readonly Input[]>, 'default'> {
  readonly typeName: string
  readonly entry: RecordType<Value>
  /** A key that must have a different value in each record. */
  readonly unique?: keyof Value & string
}

/** Declares a list of records, which is empty by default. A variable or a flag contains it as JSON or in YAML's flow style. */
export function recordList<Value, Input = Value>(
  declared: RecordListDeclared<Value, NoInfer<Input>>,
): Setting<readonly Value[], readonly Input[]> {
  const { entry, unique, ...rest } = declared
  const { fields, secret } = entry

  function read(value: unknown): Reading<readonly Value[]> {
    const reading = readList(value, entry.read, secret)
    if (unique === undefined || 'problems' in reading) return reading
    const values = reading.value.map((record) => record[unique])
    const problems = values.flatMap((one, index) => {
      const first = values.indexOf(one) + 1
      const problem = `is the same as in entry ${first}`
      return first > index ? [] : [{ path: [index + 1, unique], problem, fix: 'change one of them' }]
    })
    return problems.length > 0 ? { problems } : reading
  }

  return { example: [], ...rest, default: [], fields, secret, fromText: parseFlowValue, read }
}

function readList<Entry>(
  value: unknown,
  readEntry: (entry: unknown) => Reading<Entry>,
  secret = false,
): Reading<readonly Entry[]> {
  if (!Array.isArray(value)) {
    const shown = secret ? describeType(value) : describeValue(value)
    return { problems: [{ path: [], problem: `must be a list, not ${shown}` }] }
  }
  const given: readonly unknown[] = value
  const readings = given.map(readEntry)
  const problems = readings.flatMap((reading, index) =>
    'value' in reading
      ? []
      : reading.problems.map((problem) => ({ ...problem, path: [index + 1, ...problem.path] })),
  )
  if (problems.length > 0) return { problems }
  return { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
}

function parseFlowValue(text: string): unknown {
  const yaml = parseYaml(text)
  return 'problem' in yaml ? text : yaml.document.toJS()
}
