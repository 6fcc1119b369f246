import { expect, test } from 'vitest'
import type { LoginThrottle } from '../../../core/login/login-throttle.ts'
import type { TakenSecondFactor } from '../../../core/login/second-step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createSecondFactorStep } from './second-factor-step.ts'

const ACCOUNT = { userId: 7, roleId: 3, roleKey: 'editor', username: 'alice', dataScope: '5' }
const LOGIN: TakenSecondFactor = {
  account: ACCOUNT,
  username: 'alice@example.org',
  method: 'ldap',
  loginKey: 'of-both-steps',
  counted: [],
  failures: 0,
  expiresAt: 0,
}
const RATE_LIMITED = new Refusal('rate-limited', { retryAfterSeconds: 1 })

interface Given {
  /** Whether the code is right, or the error of the check. */
  readonly code?: boolean | Error
  /** The throttle admits nobody. */
  readonly isBlocked?: boolean
  /** The throttle does not even verify the code. */
  readonly mustWait?: boolean
  readonly open?: () => Promise<string>
  readonly isLastAttempt?: boolean
}

/** Completes a login, and returns what has happened to the reservation and the ticket, and the result. */
async function complete({ code = true, isBlocked, mustWait, open, isLastAttempt }: Given) {
  const events: string[] = []
  const note = (event: string) => async () => void events.push(event)
  const throttle: Pick<LoginThrottle, 'limit' | 'reserve'> = {
    limit: (work) => work().finally(note('end of limit')),
    async reserve() {
      if (mustWait) throw RATE_LIMITED
      return {
        isAdmitted: !isBlocked,
        counted: [],
        async succeed({ username }) {
          events.push(`succeed: ${username}`)
          return async () => {}
        },
        async fail() {
          events.push('fail')
          if (isBlocked) throw RATE_LIMITED
        },
        cancel: note('cancel'),
      }
    },
  }
  const unused = () => Promise.reject(new Error('not used'))
  const step = createSecondFactorStep({
    secondFactors: { isEnabled: unused, isRequired: () => true, consumeCode: unused },
    tickets: {
      create: unused,
      take: unused,
      restore: note('ticket restored'),
      async putBack() {
        events.push('ticket put back')
        return !isLastAttempt
      },
    },
    throttle,
    secondFactorThrottle: {
      async attempt() {
        if (code instanceof Error) throw code
        return code
      },
    },
    onExhausted: note('exhausted'),
  })
  const attempt = { ticket: 'a ticket', login: LOGIN, code: '123456', address: '192.0.2.1' }
  const result = await step
    .complete(attempt, open ?? (async () => 'opened'))
    .catch((error: Error) => error.message)
  return [...events, result]
}

test('a right code opens the session for the account, and uses the ticket', async () => {
  expect(await complete({})).toEqual(['succeed: alice', 'end of limit', 'opened'])
})

test('a wrong code fails outside of the limit, and the ticket can be used again', async () => {
  const failed = ['end of limit', 'fail', 'ticket put back']
  expect(await complete({ code: false })).toEqual([...failed, 'second-factor-wrong'])
  expect(await complete({ code: false, isLastAttempt: true })).toEqual([
    ...failed,
    'exhausted',
    'second-factor-wrong',
  ])
})

test('a code that could not be checked is not counted, and does not use the ticket', async () => {
  expect(await complete({ code: new Error('down') })).toEqual([
    'cancel',
    'end of limit',
    'ticket restored',
    'down',
  ])
})

test('while the network is blocked, a right code and a wrong one have the same outcome', async () => {
  for (const code of [true, false])
    expect(await complete({ code, isBlocked: true })).toEqual([
      'end of limit',
      'fail',
      'ticket restored',
      'rate-limited',
    ])
})

test('a user who has to wait keeps the ticket', async () => {
  expect(await complete({ mustWait: true })).toEqual(['end of limit', 'ticket restored', 'rate-limited'])
})

test('after a right code the ticket is used, also if the session cannot be opened', async () => {
  const open = () => Promise.reject(new Refusal('session-limit', { count: 3 }))
  expect(await complete({ open })).toEqual(['succeed: alice', 'cancel', 'end of limit', 'session-limit'])
})
