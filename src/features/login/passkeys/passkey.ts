import { disabledMethod } from '../../../core/login/login-method.ts'
import {
  id,
  objectSchema,
  type TypeOf,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import type { InputProblem } from '../../../platform/refusal/refusal.ts'
import { isPrintable } from '../../../platform/text/printable-text.ts'

/** Limits the rows of a user, and the list that an authenticator has to search at registration. */
export const MAX_PASSKEYS_PER_USER = 20

export const MAX_PASSKEY_NAME_LENGTH = 64

/** What is wrong with a request about passkeys if the login method is not enabled. */
export const PASSKEYS_DISABLED = disabledMethod('passkey')

export const PASSKEYS_NOT_ALLOWED: InputProblem = {
  en: 'you are limited to other login methods than passkey; an operator can change this.',
  zh: '您只能使用 passkey 以外的登录方式，管理员可以更改。',
}

export const passkeySchema = objectSchema('Passkey', {
  id,
  name: text,
  aaguid: {
    ...text,
    description: 'The model of the authenticator (AAGUID); all zeros if it does not reveal it.',
  },
  backedUp: { type: 'boolean', description: 'Whether the passkey is synchronized to other devices.' },
  createdAt: time,
  lastUsedAt: { ...timeOrNull, description: 'Null before the first login.' },
})

/** A passkey as the endpoints return it. */
export type Passkey = TypeOf<typeof passkeySchema>

/** Returns what is wrong with the name of a passkey, or undefined. */
export function problemOfPasskeyName(name: string): InputProblem | undefined {
  const { length } = [...name]
  if (name.trim() === '' || length > MAX_PASSKEY_NAME_LENGTH) {
    return {
      field: 'name',
      en: `name must have 1 to ${MAX_PASSKEY_NAME_LENGTH} characters.`,
      zh: `name 必须为 1 到 ${MAX_PASSKEY_NAME_LENGTH} 个字符。`,
    }
  }
  if (!isPrintable(name)) {
    return {
      field: 'name',
      en: 'name must not contain control characters.',
      zh: 'name 不能包含控制字符。',
    }
  }
  return undefined
}
