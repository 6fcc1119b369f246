import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import { readTextFile } from '../../settings/file/text-file.ts'
import { parseYaml } from '../../settings/file/yaml.ts'
import { quoted } from '../../text/quoted.ts'
import type { ProblemList } from './file-problem.ts'

/** About 100,000 rules. */
const MAX_MEGABYTES = 4

/** A value in a YAML file and its line. Its methods report a wrong type and return undefined. */
export interface YamlValue {
  readonly file: string
  readonly line: number
  /** Returns the values of a map. Reports unknown keys, and required keys that are missing. */
  map<Key extends string>(keys: YamlKeys<Key>): ReadonlyMap<Key, YamlValue> | undefined
  list(): readonly YamlValue[] | undefined
  /** Returns the text of a scalar. A plain number is the text as written. */
  text(): string | undefined
  isList(): boolean
  report(problem: string): void
}

interface YamlKeys<Key extends string> {
  /** What the map describes, such as "a role". */
  readonly of: string
  readonly required: readonly Key[]
  readonly optional: readonly Key[]
}

/** Reads a YAML file. Returns undefined after reporting why it cannot be read. */
export function readYamlFile(path: string, problems: ProblemList): YamlValue | undefined {
  const read = readTextFile(path, { maxMegabytes: MAX_MEGABYTES })
  if ('problem' in read) {
    problems.add({ file: path, line: 0, problem: `the file ${read.problem}. Fix: ${read.fix}` })
    return undefined
  }
  return parseYamlFile(path, read.text, problems)
}

/** Parses the text of a YAML file. `file` is its name in messages. */
function parseYamlFile(file: string, text: string, problems: ProblemList): YamlValue | undefined {
  const yaml = parseYaml(text)
  if ('problem' in yaml) {
    const line = text.split('\n')[yaml.line - 1] ?? ''
    const isUnquoted = !yaml.isAlias && STARTS_WITH_ASTERISK.test(line)
    const problem = isUnquoted ? UNQUOTED_ASTERISK : `the line ${yaml.problem}`
    problems.add({ file, line: yaml.line, problem })
    return undefined
  }
  const { document, lineOf } = yaml
  return yamlValueOf(document.contents, 1)

  function yamlValueOf(node: ParsedNode | null, lineOfParent: number): YamlValue {
    const line = node === null ? lineOfParent : lineOf(node.range[0])
    const report = (problem: string) => problems.add({ file, line, problem })
    return {
      file,
      line,
      report,
      isList: () => isSeq(node),

      map({ of, required, optional }) {
        const known = [...required, ...optional]
        if (!isMap<ParsedNode, ParsedNode | null>(node)) {
          report(`${of} must be a map. Fix: write the keys ${known.join(', ')}`)
          return undefined
        }
        const values = new Map<(typeof known)[number], YamlValue>()
        for (const { key, value } of node.items) {
          const name = isScalar(key) ? String(key.value) : ''
          const keyLine = lineOf(key.range[0])
          const knownName = known.find((one) => one === name)
          if (knownName !== undefined) values.set(knownName, yamlValueOf(value, keyLine))
          else {
            const problem = `${quoted(name)} is not a key of ${of}. Fix: use one of ${known.join(', ')}`
            problems.add({ file, line: keyLine, problem })
          }
        }
        for (const name of required) {
          if (!values.has(name)) report(`${of} has no ${name}. Fix: add the key ${name}`)
        }
        return values
      },

      list() {
        if (isSeq<ParsedNode | null>(node)) return node.items.map((item) => yamlValueOf(item, line))
        report('this must be a list. Fix: begin each entry with "- "')
        return undefined
      },

      text() {
        if (isScalar(node) && typeof node.value === 'string') return node.value
        if (isScalar(node) && node.value !== null && node.source) return node.source
        const isMissing = node === null || isScalar(node)
        report(
          isMissing
            ? 'the value is missing. Fix: write it, in quotes if it is the word null, or remove the line'
            : 'this must be a text. Fix: write it on one line, without "- " or "key: "',
        )
        return undefined
      },
    }
  }
}

const STARTS_WITH_ASTERISK = /(?:^\s*-|:|\[|,)\s*\*/
const UNQUOTED_ASTERISK = 'a value cannot start with *. Fix: put it in quotes, such as "* /api/v1/files/*"'
