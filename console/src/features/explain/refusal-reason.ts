import type { Texts } from '../../shell/language/texts.ts'

/** Returns why a request was refused, in words. A reason of a later version has its code. */
export function refusalReason(reason: string, { refusals, loginLog }: Texts): string {
  const words: Readonly<Record<string, string>> = { ...loginLog.reasons, ...refusals.reasons }
  return Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason
}
