import type { Entry } from './catalogue.ts'

/** Where a value came from. */
export type Origin =
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'object' }

export function originInWords(origin: Origin): string {
  if (origin.kind === 'file') return `${origin.file} line ${origin.line}`
  if (origin.kind === 'variable') return `variable ${origin.variable}`
  return origin.kind === 'flag' ? 'flag --set' : 'settings object'
}

/** What to write at that place to give the setting this value. */
export function assignment(entry: Entry, value: unknown, origin: Origin): string {
  const json = JSON.stringify(value)
  const text = typeof value === 'string' ? value : json
  if (origin.kind === 'variable') return forShell(entry.variable, text)
  if (origin.kind === 'flag') return `--set ${forShell(entry.key, text)}`
  const path = entry.key.split('.')
  const name = path.at(-1) ?? entry.key
  return path.length > 1 ? `${name}: ${json} under ${path.slice(0, -1).join('.')}` : `${name}: ${json}`
}

function forShell(name: string, text: string): string {
  return /^[\w./:,-]*$/.test(text) ? `${name}=${text}` : `${name}='${text.replaceAll("'", "'\\''")}'`
}
