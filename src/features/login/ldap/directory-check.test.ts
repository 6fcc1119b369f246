import { expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import { checkDirectory } from './directory-check.ts'
import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import type { ServerStep } from './ldap-servers.ts'

const ONE = 'ldaps://one.example.com'
const TWO = 'ldaps://two.example.com'
const settings = resolveSettings({ login: { ldap: { urls: [ONE, TWO] } } }).login.ldap

/** Checks a directory whose servers do these steps, and returns the steps of the check with their results. */
async function stepsOf(serverSteps: readonly ServerStep[], error: Error) {
  const { ok, steps } = await checkDirectory({
    servers: {
      async use(_work, { onStep } = {}) {
        for (const step of serverSteps) onStep?.(step)
        throw error
      },
    },
    directory: {
      findByName: async () => undefined,
      findBySubject: async () => undefined,
      groupsOf: async () => [],
    },
    settings,
    username: 'alice',
    problemOfRole: async () => undefined,
    problemOfDepartment: async () => undefined,
  })
  expect(ok).toBe(false)
  return steps.map(({ step, ok: isDone, detail }) => `${isDone ? 'ok' : 'failed'} ${step} ${detail}`)
}

test('each failure is shown at the step in which it happened', async () => {
  const serverSteps: ServerStep[] = [
    { step: 'connected', url: ONE },
    { step: 'failed', url: ONE, problem: 'wrong password' },
    { step: 'failed', url: TWO, problem: 'connection refused' },
    { step: 'connected', url: TWO },
    { step: 'bound', url: TWO },
    { step: 'failed', url: TWO, problem: 'no such object' },
  ]
  expect(await stepsOf(serverSteps, new DirectoryUnavailable('no server'))).toEqual([
    `ok connection ${ONE}, TLS, certificate valid`,
    `failed bind ${ONE}: wrong password`,
    `failed connection ${TWO}: connection refused`,
    `ok connection ${TWO}, TLS, certificate valid`,
    'ok bind anonymous',
    `failed search ${TWO}: no such object`,
  ])
})

test('a result that cannot be used is a failed search', async () => {
  const serverSteps: ServerStep[] = [
    { step: 'connected', url: ONE },
    { step: 'bound', url: ONE },
  ]
  const steps = await stepsOf(serverSteps, new UnusableResult('several entries match'))
  expect(steps.at(-1)).toBe('failed search several entries match')
})
