import { randomBytes } from 'node:crypto'
import type { Operator } from '../../../core/audit-log/operator.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { createSessionStore } from '../../../core/session/session.store.ts'
import { createRevocationStore } from '../../../core/token/revocation.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { mayUseMethod, type User } from '../../../core/user/user.ts'
import { noteUser } from '../../../core/user/user-operation.ts'
import { isUniqueViolation } from '../../../platform/database/database-error.ts'
import { assertNoProblem, InvalidParameters, Refusal } from '../../../platform/refusal/refusal.ts'
import { createPasskeyStore, type PasskeyStore } from './passkey.store.ts'
import {
  MAX_PASSKEYS_PER_USER,
  PASSKEYS_DISABLED,
  PASSKEYS_NOT_ALLOWED,
  problemOfPasskeyName,
} from './passkey.ts'
import { readAttestation } from './passkey-credential.ts'
import { existingPasskey, removePasskey } from './passkeys.ts'
import { CHALLENGE_LIFETIME_SECONDS, createChallenge, type WebAuthn } from './webauthn.ts'

export interface PasskeyRegistration {
  readonly uuid: string
  readonly name: string
  readonly credential: unknown
}

interface MyPasskeysOptions {
  /** Undefined if the login method is not enabled. */
  readonly webAuthn: WebAuthn | undefined
  readonly users: UserStore
  readonly passkeys: PasskeyStore
  readonly operations: Operations
  readonly pendingLogins: PendingLogins
}

/** Changes of the caller's own passkeys. */
export type MyPasskeys = ReturnType<typeof createMyPasskeys>

export function createMyPasskeys(options: MyPasskeysOptions) {
  const { users, passkeys, operations, pendingLogins } = options

  function enabled(): WebAuthn {
    if (!options.webAuthn) throw new InvalidParameters(PASSKEYS_DISABLED)
    return options.webAuthn
  }

  /** Throws if the user may not log in with a passkey: it could never be used. */
  async function permittedUser(userId: number): Promise<User> {
    const user = await users.find(userId)
    if (!user) throw new Refusal('token-revoked')
    if (!mayUseMethod(user, 'passkey')) throw new InvalidParameters(PASSKEYS_NOT_ALLOWED)
    return user
  }

  return {
    /** Starts a registration. The options are passed to `navigator.credentials.create`. */
    async start({ userId }: Operator): Promise<{ uuid: string; options: object }> {
      const webAuthn = enabled()
      const user = await permittedUser(userId)
      const credentials = await passkeys.credentialsOf(userId)
      assertNotFull(credentials.length)
      // The same for all passkeys of a user, because a device stores one passkey for each user handle.
      const userHandle = credentials[0]?.userHandle ?? randomBytes(32).toString('base64url')
      const { challenge, challengeHash } = createChallenge()
      const pending = { userId, userHandle, challengeHash }
      const uuid = await pendingLogins.create('passkey-registration', pending, CHALLENGE_LIFETIME_SECONDS)
      const { username, nickName: displayName } = user
      const registering = { username, displayName, userHandle, credentials }
      return { uuid, options: await webAuthn.registrationOptions(registering, challenge) }
    },

    async add(operator: Operator, { uuid, name, credential }: PasskeyRegistration) {
      const webAuthn = enabled()
      assertNoProblem(problemOfPasskeyName(name))
      const { userId } = operator
      await permittedUser(userId)
      const pending = await pendingLogins.take('passkey-registration', uuid)
      const attestation = readAttestation(credential)
      const { challengeHash, userHandle } = pending ?? {}
      const isOwn = pending?.userId === userId
      if (!isOwn || !attestation || typeof challengeHash !== 'string' || typeof userHandle !== 'string')
        throw new Refusal('passkey-invalid')
      const verified = await webAuthn.verifyRegistration(attestation, challengeHash)
      if (!verified) throw new Refusal('passkey-invalid')

      return operations
        .run(operator, async (operation) => {
          const store = createPasskeyStore(operation.transaction)
          assertNotFull((await store.ofUser(userId)).length)
          const id = await store.insert({ ...verified, userId, userHandle, name }, operation.at)
          const after = await existingPasskey(operation, userId, id)
          await noteUser(operation, 'user.passkey-add', operator, { after })
          return after
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Refusal('passkey-taken') : error
        })
    },

    async rename(operator: Operator, id: number, name: string) {
      assertNoProblem(problemOfPasskeyName(name))
      const { userId } = operator
      return operations.run(operator, async (operation) => {
        const before = await existingPasskey(operation, userId, id)
        if (before.name === name) return before
        await createPasskeyStore(operation.transaction).rename(id, name)
        const after = await existingPasskey(operation, userId, id)
        await noteUser(operation, 'user.passkey-rename', operator, {
          before: { passkeyId: id, name: before.name },
          after: { passkeyId: id, name },
        })
        return after
      })
    },

    /** Removes a passkey and ends all other sessions of the user: one of them may be on the device of the passkey. */
    async remove(operator: Operator, id: number): Promise<void> {
      const { userId } = operator
      await operations.run(operator, async (operation) => {
        const before = await existingPasskey(operation, userId, id)
        await removePasskey(operation, userId, id)
        await endOtherSessions(operation)
        await noteUser(operation, 'user.passkey-remove', operator, { before })
        return {}
      })
    },
  }
}

async function endOtherSessions({ transaction, operator, at, changes }: Operation): Promise<void> {
  const sessions = await createSessionStore(transaction).ofUser(operator.userId, at)
  const revocations = createRevocationStore(transaction)
  for (const { sessionId, expireTime } of sessions) {
    if (sessionId !== operator.sessionId) await revocations.endSession(sessionId, Date.parse(expireTime))
  }
  changes('revocation')
}

function assertNotFull(count: number): void {
  if (count >= MAX_PASSKEYS_PER_USER) throw new Refusal('passkey-limit', { count: MAX_PASSKEYS_PER_USER })
}
