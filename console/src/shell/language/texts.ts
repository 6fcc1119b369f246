import type { Locale } from 'antd/es/locale'
import { texts as en, type Texts } from '../../languages/en.ts'

export type { Texts }

/** The name of a file in `languages/`, such as `zh`. */
export type Language = string

export interface LoadedLanguage {
  readonly language: Language
  readonly texts: Texts
  /** The texts of Ant Design. Its own default is English. */
  readonly locale?: Locale
}

const ENGLISH: LoadedLanguage = { language: 'en', texts: en }

/** English is part of the console. All other languages are loaded on demand. */
const files = import.meta.glob<Omit<LoadedLanguage, 'language'>>([
  '../../languages/*.ts',
  '!../../languages/en.ts',
])
const loaders = new Map(Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.ts$/g, ''), load]))

export const LANGUAGES: readonly Language[] = [ENGLISH.language, ...loaders.keys()]

let current: Texts = en

/** Returns the texts for code outside of components. Components use `useTexts`, which follows the language. */
export function currentTexts(): Texts {
  return current
}

/** Loads a language. It is English if the file cannot be loaded. */
export async function loadLanguage(language: Language): Promise<LoadedLanguage> {
  const loaded = await loaders
    .get(language)?.()
    .catch(() => undefined)
  current = loaded?.texts ?? en
  return loaded ? { ...loaded, language } : ENGLISH
}

/** Returns the first of the browser's languages that the console has, or English. */
export function preferredLanguage(wanted: readonly string[], known = LANGUAGES): Language {
  for (const tag of wanted) {
    const found = known.find((language) => tag === language) ?? known.find((one) => tag.startsWith(`${one}-`))
    if (found !== undefined) return found
  }
  return ENGLISH.language
}

/** Returns the name of a language in itself. */
export function nameOfLanguage(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
