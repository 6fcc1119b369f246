import type { Locale } from 'antd/es/locale'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { kept } from '../appearance/kept.ts'
import { type Language, loadTexts, preferredLanguage, type Texts, textsNow } from './texts.ts'

interface Spoken {
  readonly language: Language
  readonly texts: Texts
  /** Of the parts that are not ours. */
  readonly locale: Locale | undefined
}

interface Speaking extends Spoken {
  speak(language: Language): void
}

const Context = createContext<Speaking | undefined>(undefined)
const keptLanguage = kept<Language>('castellan.language', ['en', 'zh'])

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState(() => keptLanguage.read() ?? preferredLanguage(navigator.languages))
  const [spoken, setSpoken] = useState<Spoken>()

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
    keptLanguage.write(language)
    setWanted(language)
  }
  return spoken && <Context value={{ ...spoken, speak }}>{children}</Context>
}

async function load(language: Language): Promise<Spoken> {
  const [texts, locale] = await Promise.all([loadTexts(language), loadLocale(language)])
  return { language, texts, locale }
}

async function loadLocale(language: Language): Promise<Locale | undefined> {
  return language === 'zh' ? (await import('./antd-zh.ts')).default : undefined
}

export function useLanguage(): Speaking {
  const speaking = use(Context)
  if (!speaking) throw new Error('there is no language')
  return speaking
}

/** How times and numbers are written: as the browser prefers it, in the language that is spoken. */
export function useLocaleTag(): string {
  const { language, texts } = useLanguage()
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? texts.tag
}

/** Every text that a component shows. */
export function useTexts(): Texts {
  return use(Context)?.texts ?? textsNow()
}
