/** What reading a value gave: the value in its type, or what is wrong with it ("must be …"). */
export type Outcome<Value> = { readonly value: Value } | { readonly problem: string }

/** One setting, declared once: from it come its type, its checks, its variable and its place in the documentation. */
export interface Setting<Value> {
  /** The type in plain words, for the documentation. */
  readonly typeName: string
  readonly default: Value
  readonly example: Value
  /** What it means, in sentences for the operator. */
  readonly doc: string
  /** A secret is never shown in a message. */
  readonly secret: boolean
  /** The value that a text from a variable or a flag stands for. What it cannot make sense of it leaves a text. */
  readonly fromText: (text: string) => unknown
  /** Checks type and content. Nothing is coerced: the text "8000" is no number. */
  readonly read: (value: unknown) => Outcome<Value>
}

export interface Group {
  readonly [name: string]: Setting<unknown> | Group
}

/** The resolved values of a group of declarations. */
export type ValuesOf<Node> =
  Node extends Setting<infer Value> ? Value : { readonly [Name in keyof Node]: ValuesOf<Node[Name]> }

/** The same keys, every one of them optional. */
export type InputOf<Node> =
  Node extends Setting<infer Value>
    ? Value | undefined
    : { readonly [Name in keyof Node]?: InputOf<Node[Name]> | undefined }

export function isSetting(node: Setting<unknown> | Group): node is Setting<unknown> {
  return typeof node.read === 'function'
}

const SHOWN_CHARACTERS = 40

/** A value in words, for a message. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the text ${quoted(value)}`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'a group of keys' : `a ${typeof value}`
}

/** The same for a secret: its type and nothing more. */
export function typeInWords(value: unknown): string {
  if (typeof value === 'string') return 'this text'
  return typeof value === 'number' || typeof value === 'boolean' ? `a ${typeof value}` : inWords(value)
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
