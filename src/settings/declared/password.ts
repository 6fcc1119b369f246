import type { Group } from '../setting.ts'
import { integer } from '../value-types.ts'

export const password = {
  minLength: integer({
    default: 15,
    min: 8,
    max: 64,
    unit: 'characters',
    doc: 'How many characters a new password has at least. 15 is what NIST SP 800-63B asks for where the password is the only factor. Passwords that are set already stay valid.',
    example: 20,
  }),
} satisfies Group
