import { problemOfCaptchaMethods, problemOfLoginMethods } from '../../features/login-methods.ts'
import { type Combination, listed } from './combination.ts'
import { behaviourOf, type ModeSettings } from './mode.ts'

/** What the settings of the core must satisfy together. */
export const CORE_COMBINATIONS: readonly Combination<ModeSettings>[] = [
  {
    reads: ['login.methods'],
    find: ({ login }) => listed('login.methods', problemOfLoginMethods(login.methods)),
  },
  {
    reads: ['application.mode', 'login.methods', 'captcha.methods'],
    find(settings) {
      const { captchaRequired, captchaMethods } = behaviourOf(settings)
      if (!captchaRequired) return []
      return listed('captcha.methods', problemOfCaptchaMethods(captchaMethods, settings.login.methods))
    },
  },
]
