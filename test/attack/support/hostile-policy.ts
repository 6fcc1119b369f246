import type { PolicyRule } from '../../../src/core/permission/policy-rule.ts'
import { pathNear } from './near-paths.ts'
import type { Call } from './permission-model.ts'
import type { RandomSource } from './random.ts'

const LITERALS = [
  'a',
  'b',
  'ab',
  'A',
  'api',
  'v1',
  'sys-user',
  'x-y',
  '~',
  "it's",
  '%20',
  '%2A',
  '%E4%B8%AD',
  '__proto__',
  'constructor',
  'b'.repeat(1000),
] as const

const NAMES = [':id', ':a', ':x-1', ':__proto__'] as const

/** Invalid rules, which allow nothing even if Casbin would accept them. */
const NO_PATTERNS = ['', '*', '/a*', '/:', '/a/*/b', '/a.*', '/(a|b)', '/a//b', '/[^/]+', 'a', '/.*'] as const

/** `everyone` is the key of the exclusion list entries. */
const ROLE_KEYS = [
  'editor',
  'reader',
  'Editor',
  'editor ',
  '__proto__',
  'constructor',
  '',
  'everyone',
] as const
const CALLING_ROLE_KEYS = [...ROLE_KEYS, 'Admin', 'admin ', 'toString', 'nobody'] as const

const METHODS = ['GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*'] as const
const NO_METHODS = ['get', 'HEAD', 'TRACE', '', 'GET '] as const
const CALLED_METHODS = [
  ...METHODS,
  ...NO_METHODS,
  'GET',
  'GET',
  '__proto__',
  'PROPFIND',
  'constructor',
] as const

/** A random policy, and calls similar to what it allows. */
export interface HostilePolicy {
  readonly rules: readonly PolicyRule[]
  call(): Call
}

export function hostilePolicy(random: RandomSource, extraPatterns: readonly string[]): HostilePolicy {
  // Few literals per policy, so that rules share prefixes and paths match several of them.
  const own = Array.from({ length: 2 + random.below(4) }, () => random.pick(LITERALS))
  const literals: [string, ...string[]] = ['a', ...own]
  const pattern = (): string => {
    if (random.oneIn(25)) return random.pick(NO_PATTERNS)
    const segment = () => (random.oneIn(4) ? random.pick(NAMES) : random.pick(literals))
    const segments = Array.from({ length: random.below(5) }, segment)
    return `/${segments.join('/')}${random.pick(['', '', '', '/', '/*'])}`.replace('//', '/')
  }
  const rule = (): PolicyRule => ({
    roleKey: random.pick(ROLE_KEYS),
    path: pattern(),
    method: random.oneIn(25) ? random.pick(NO_METHODS) : random.pick(METHODS),
  })
  const first = rule()
  const others = Array.from({ length: random.oneIn(40) ? 300 : random.below(24) }, rule)
  const rules: [PolicyRule, ...PolicyRule[]] = [first, ...others]
  const extra: [string, ...string[]] = ['/', ...extraPatterns]
  return {
    rules,
    call() {
      const aim = random.pick(rules)
      const aimed = random.oneIn(20) ? random.pick(extra) : aim.path
      return {
        roleKey: random.oneIn(4) ? random.pick(CALLING_ROLE_KEYS) : aim.roleKey,
        path: pathNear(aimed, random, literals),
        method: random.oneIn(3) || aim.method === '*' ? random.pick(CALLED_METHODS) : aim.method,
      }
    },
  }
}
