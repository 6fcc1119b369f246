import { THEMES, useAppearance } from '../appearance/appearance.tsx'
import { useLanguage } from '../language/language.tsx'
import { LANGUAGES, nameOfLanguage } from '../language/texts.ts'

/** Lets the user choose the language and the theme before login. */
export function LoginPreferences() {
  const { language, setLanguage, texts } = useLanguage()
  const { theme, chooseTheme } = useAppearance()
  return (
    <header className="login-preferences">
      <select
        aria-label={texts.language}
        value={language}
        onChange={(event) => setLanguage(event.target.value)}
      >
        {LANGUAGES.map((key) => (
          <option key={key} value={key}>
            {nameOfLanguage(key)}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.appearance.title}
        value={theme}
        onChange={(event) => chooseTheme(THEMES.find((key) => key === event.target.value) ?? 'system')}
      >
        {THEMES.map((key) => (
          <option key={key} value={key}>
            {texts.appearance[key]}
          </option>
        ))}
      </select>
    </header>
  )
}
