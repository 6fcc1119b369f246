import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import type { PolicyRule } from '../../permission/policy-rule.ts'
import { parseCasbinCsv } from '../../permission/rules/casbin-csv.ts'
import { type ClassedRoute, ROUTE_CLASSES } from './route-classes.ts'

export const TOKEN_VARIABLE = 'CASTELLAN_TOKEN'

const TIMEOUT_MS = 30_000
const MAX_RULES = 1_000_000

/** Returns what reads from a running service, or from an app that embeds it. */
export function openRunningService(url: string, token: string | undefined) {
  const origin = originOf(url)
  if (token === undefined || token === '') {
    throw new UsageError(
      `set the variable ${TOKEN_VARIABLE} to the token of a user who may call GET /api/v1/route`,
      'castellan routes',
    )
  }

  async function get(path: string): Promise<string> {
    const response = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      // Another place must not get the token.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`${origin} cannot be reached`, { cause: error })
    })
    return response.text()
  }

  return {
    async routes(): Promise<readonly ClassedRoute[]> {
      const body = parseBody(await get('/api/v1/route'))
      if (body?.code !== 200) throw new Error(`GET ${origin}/api/v1/route failed${messageOf(body)}`)
      if (!Array.isArray(body.data) || !body.data.every(isClassedRoute))
        throw new Error(`${origin} does not list the classes of its routes: update the service`)
      return body.data
    },
    /** Returns undefined if the user of the token may not read the policy. */
    async rules(): Promise<readonly PolicyRule[] | undefined> {
      const text = await get('/api/v1/policy/export')
      // A refusal is JSON.
      if (parseBody(text) !== undefined) return undefined
      return (await parseCasbinCsv([text], { maxRules: MAX_RULES })).rules
    },
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (
    !url ||
    !isWeb ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    url.search !== ''
  )
    throw new UsageError('--url needs an address such as https://admin.example.com', 'castellan routes')
  return url.origin
}

function parseBody(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isJsonObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

function messageOf(body: Readonly<Record<string, unknown>> | undefined): string {
  return typeof body?.msg === 'string' ? `: ${body.msg}` : ''
}

function isClassedRoute(value: unknown): value is ClassedRoute {
  if (!isJsonObject(value)) return false
  const { method, path, checks, origin, exclusions = [] } = value
  const hasTexts = [method, path, checks, origin].every((text) => typeof text === 'string')
  return hasTexts && ROUTE_CLASSES.some((known) => known === value.class) && isExclusionList(exclusions)
}

function isExclusionList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isJsonObject(entry) &&
        [entry.method, entry.path, entry.reason].every((text) => typeof text === 'string'),
    )
  )
}
