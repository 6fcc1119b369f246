import type { ListedUser } from '../../../shell/api/client.ts'

/** Returns whether a user is the account of a program. It has neither a password nor links nor factors. */
export function isServiceAccount({ loginMethods }: Pick<ListedUser, 'loginMethods'>): boolean {
  return loginMethods.includes('service')
}
