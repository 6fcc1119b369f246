import type { Schemas } from '../../../shell/api/client.ts'

/** Returns whether a user is the account of a program. It has neither a password nor links nor factors. */
export function isServiceAccount({ loginMethods }: Pick<Schemas['User'], 'loginMethods'>): boolean {
  return loginMethods.includes('service')
}
