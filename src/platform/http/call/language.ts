import type { Language } from '../../refusal/refusal.ts'

/** Returns Simplified Chinese if the header prefers it to English, otherwise English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || !/zh/i.test(acceptLanguage)) return 'en'
  let preferred: Language = 'en'
  let highest = 0
  // Only the beginning is read, because a client can send a very long list.
  for (const part of acceptLanguage.slice(0, 256).split(',')) {
    const [tag = '', ...parameters] = part.split(';')
    const quality = qualityOf(parameters)
    const language = /^\s*zh\b/i.test(tag) ? 'zh' : /^\s*en\b/i.test(tag) ? 'en' : undefined
    if (language && quality > highest) {
      highest = quality
      preferred = language
    }
  }
  return preferred
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return given === undefined ? 1 : Number(given)
}
