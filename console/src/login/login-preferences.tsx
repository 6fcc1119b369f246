import { LOOKS, useAppearance } from '../appearance/appearance.tsx'
import { useLanguage } from '../language/language.tsx'
import { LANGUAGES, nameOfLanguage } from '../language/texts.ts'

/** Lets the user choose the language and the theme before login. */
export function LoginPreferences() {
  const { language, speak, texts } = useLanguage()
  const { look, choose } = useAppearance()
  return (
    <div className="login-preferences">
      <select aria-label={texts.language} value={language} onChange={(event) => speak(event.target.value)}>
        {LANGUAGES.map((key) => (
          <option key={key} value={key}>
            {nameOfLanguage(key)}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.appearance.title}
        value={look}
        onChange={(event) => choose(LOOKS.find((key) => key === event.target.value) ?? 'system')}
      >
        {LOOKS.map((key) => (
          <option key={key} value={key}>
            {texts.appearance[key]}
          </option>
        ))}
      </select>
    </div>
  )
}
