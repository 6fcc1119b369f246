import { createHash, randomBytes } from 'node:crypto'
import type { StoredAccount } from '../../../core/user/account.store.ts'
import { mayUseMethod } from '../../../core/user/user.ts'
import type { StoredLink } from './password-link.store.ts'

const RANDOM_BYTES = 32

/** The page of the console, or of another front end, where users set their passwords. */
export const PASSWORD_LINK_PAGE = '/password-link'

/** Returns the secret of a new link. See docs/decisions/0075-links-to-set-a-password.md. */
export function newLinkSecret(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

/** Returns what is stored of a link. The secret is random, so that a fast hash cannot be reversed. */
export function hashOfLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns the link with a secret. Browsers send a fragment to no server, so that it reaches no log and no other site. */
export function linkWith(publicUrl: string, secret: string): string {
  return `${publicUrl.replace(/\/$/, '')}${PASSWORD_LINK_PAGE}#${secret}`
}

/** Returns whether a user logs in with a password of this service: not one of a directory, and not a program. */
export function hasOwnPassword(account: Pick<StoredAccount, 'loginMethods'>): boolean {
  return mayUseMethod(account, 'password')
}

/** Returns whether a link is still valid for the account of its user. */
export function isValidLink(link: StoredLink, account: StoredAccount | undefined, now: number): boolean {
  if (!account?.enabled || !hasOwnPassword(account)) return false
  return link.expiresAt > now && link.credentialVersion === account.credentialVersion
}
