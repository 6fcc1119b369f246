import { en } from './en.ts'

/** All texts of the console. `en` defines them; every other language has the same keys. */
export type Texts = typeof en

export const LANGUAGES = [
  { key: 'en', name: 'English' },
  { key: 'zh', name: '简体中文' },
] as const
export type Language = (typeof LANGUAGES)[number]['key']

let current: Texts = en

/** Returns the texts for code outside of components. Components use `useTexts`, which follows the language. */
export function currentTexts(): Texts {
  return current
}

/** Loads the texts of a language on demand. */
export async function loadTexts(language: Language): Promise<Texts> {
  current = language === 'zh' ? (await import('./zh.ts')).zh : en
  return current
}

export function preferredLanguage(languages: readonly string[]): Language {
  const known = languages.map((tag) => tag.toLowerCase()).find((tag) => /^(en|zh)\b/.test(tag))
  return known?.startsWith('zh') ? 'zh' : 'en'
}
