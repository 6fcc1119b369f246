import { en } from './en.ts'

/** Every text of the console. `en` says which there are; any other language has them all. */
export type Texts = typeof en

export const LANGUAGES = [
  { key: 'en', name: 'English' },
  { key: 'zh', name: '简体中文' },
] as const
export type Language = (typeof LANGUAGES)[number]['key']

let current: Texts = en

/** For what is not a component. Components use `useTexts`, and change with the language. */
export function textsNow(): Texts {
  return current
}

/** What a visitor does not read is not loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  current = language === 'zh' ? (await import('./zh.ts')).zh : en
  return current
}

export function preferredLanguage(languages: readonly string[]): Language {
  const known = languages.map((tag) => tag.toLowerCase()).find((tag) => /^(en|zh)\b/.test(tag))
  return known?.startsWith('zh') ? 'zh' : 'en'
}
