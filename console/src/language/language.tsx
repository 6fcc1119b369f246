import type { Locale } from 'antd/es/locale'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { storedChoice } from '../appearance/stored-choice.ts'
import { currentTexts, type Language, loadTexts, preferredLanguage, type Texts } from './texts.ts'

interface LoadedLanguage {
  readonly language: Language
  readonly texts: Texts
  /** The locale of Ant Design. */
  readonly locale: Locale | undefined
}

interface LanguageContext extends LoadedLanguage {
  speak(language: Language): void
}

const Context = createContext<LanguageContext | undefined>(undefined)
const storedLanguage = storedChoice<Language>('castellan.language', ['en', 'zh'])

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState(() => storedLanguage.read() ?? preferredLanguage(navigator.languages))
  const [spoken, setSpoken] = useState<LoadedLanguage>()

  useEffect(() => {
    let isOutdated = false
    void load(wanted).then((loaded) => {
      if (isOutdated) return
      document.documentElement.lang = loaded.texts.tag
      setSpoken(loaded)
    })
    return () => {
      isOutdated = true
    }
  }, [wanted])

  const speak = (language: Language): void => {
    storedLanguage.write(language)
    setWanted(language)
  }
  return spoken && <Context value={{ ...spoken, speak }}>{children}</Context>
}

async function load(language: Language): Promise<LoadedLanguage> {
  const [texts, locale] = await Promise.all([loadTexts(language), loadLocale(language)])
  return { language, texts, locale }
}

async function loadLocale(language: Language): Promise<Locale | undefined> {
  return language === 'zh' ? (await import('./antd-zh.ts')).default : undefined
}

export function useLanguage(): LanguageContext {
  const speaking = use(Context)
  if (!speaking) throw new Error('useLanguage needs a LanguageProvider')
  return speaking
}

/** Returns the locale for times and numbers: the browser's preferred one of the current language. */
export function useLocaleTag(): string {
  const { language, texts } = useLanguage()
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? texts.tag
}

/** Returns the texts of the current language. */
export function useTexts(): Texts {
  return use(Context)?.texts ?? currentTexts()
}
