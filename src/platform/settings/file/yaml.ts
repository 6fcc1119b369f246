import {
  type Document,
  isAlias,
  Lexer,
  LineCounter,
  type Node,
  type ParsedNode,
  Parser,
  parseDocument,
  visit,
} from 'yaml'

/** What is wrong with a YAML text, and on which line. It never quotes the text, which may contain secrets. */
interface YamlProblem {
  readonly problem: string
  readonly line: number
  /** Whether it is an alias of an anchor in the text. */
  readonly isAlias?: true
}

interface YamlText {
  readonly document: Document.Parsed<ParsedNode>
  readonly lineOf: (offset: number) => number
}

const MAX_DEPTH = 100

const TAG = 'uses a tag (!…). Fix: write a plain value'

const problems: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'is written twice. Fix: remove one of the two',
  MULTIPLE_DOCS: 'starts a second document. Fix: keep one and remove the "---" line',
  NON_STRING_KEY: 'is a key, but not a text. Fix: write it as a plain word',
  TAB_AS_INDENT: 'is indented with a tab. Fix: use spaces',
  TAG_RESOLVE_FAILED: TAG,
}

/** Parses YAML 1.2 without features that settings do not need: aliases, merge keys, tags, several documents. */
export function parseYaml(text: string): YamlText | YamlProblem {
  const lines = new LineCounter()
  const lineOf = (offset: number) => Math.max(lines.linePos(offset).line, 1)
  const tooDeep = offsetOfTooDeep(text)
  if (tooDeep !== undefined) {
    const line = text.slice(0, tooDeep).split('\n').length
    return { problem: `is nested more than ${MAX_DEPTH} levels deep. Fix: nest it less deeply`, line }
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
  })
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) {
    const problem = problems[error.code] ?? 'is not valid YAML. Fix: check indentation, colons and quotes'
    const key = error.code === 'DUPLICATE_KEY' ? keyAt(text, error.pos[0]) : ''
    return { problem: key + problem, line: lineOf(error.pos[0]) }
  }
  const alias = offsetOf(document, isAlias)
  // A few lines of aliases can expand to gigabytes.
  if (alias !== undefined) {
    return { problem: 'uses an alias (*…). Fix: write the value out', line: lineOf(alias), isAlias: true }
  }
  // The library resolves the tags of the schema, such as !!str, without a warning.
  const tag = offsetOf(document, (node) => !isAlias(node) && node.tag !== undefined)
  if (tag !== undefined) return { problem: TAG, line: lineOf(tag) }
  return { document, lineOf }
}

/**
 * Returns the offset at which the text is nested too deeply. The library composes a document recursively, and a stack
 * overflow there can end the process. Its syntax parser has an explicit stack, whose depth is checked here first.
 */
function offsetOfTooDeep(text: string): number | undefined {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme)) // Advances the generator; only the stack depth is needed.
    if (parser.stack.length > MAX_DEPTH) return parser.offset
  }
  return undefined
}

/** Returns the key at the offset in parentheses if it is a plain word. */
function keyAt(text: string, offset: number): string {
  const name = /^["']?([\w.-]{1,40})["']?[ \t]*:/.exec(text.slice(offset, offset + 100))?.[1]
  return name === undefined ? '' : `(${name}) `
}

function offsetOf(
  document: Document.Parsed<ParsedNode>,
  isWanted: (node: Node) => boolean,
): number | undefined {
  let offset: number | undefined
  visit(document, {
    Node(_, node) {
      if (!isWanted(node)) return undefined
      offset = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}
