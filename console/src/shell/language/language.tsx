import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { storedChoice } from '../stored-choice.ts'
import {
  currentTexts,
  LANGUAGES,
  type Language,
  type LoadedLanguage,
  loadLanguage,
  preferredLanguage,
  type Texts,
} from './texts.ts'

interface LanguageContext extends LoadedLanguage {
  setLanguage(language: Language): void
}

const Context = createContext<LanguageContext | undefined>(undefined)
const storedLanguage = storedChoice<Language>('castellan.language', LANGUAGES)

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState(() => storedLanguage.read() ?? preferredLanguage(navigator.languages))
  const [loaded, setLoaded] = useState<LoadedLanguage>()

  useEffect(() => {
    let isOutdated = false
    void loadLanguage(wanted).then((next) => {
      if (isOutdated) return
      document.documentElement.lang = next.texts.tag
      setLoaded(next)
    })
    return () => {
      isOutdated = true
    }
  }, [wanted])

  const setLanguage = (language: Language): void => {
    storedLanguage.write(language)
    setWanted(language)
  }
  return loaded && <Context value={{ ...loaded, setLanguage }}>{children}</Context>
}

export function useLanguage(): LanguageContext {
  const context = use(Context)
  if (!context) throw new Error('useLanguage needs a LanguageProvider')
  return context
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
