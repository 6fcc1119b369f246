import type { PolicyRule } from '../../../src/permission/policy-rule.ts'
import type { Chance } from './chance.ts'
import { pathNear } from './near-paths.ts'
import type { Call } from './permission-model.ts'

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

/** Rules that are none: whatever Casbin would make of them, they allow nothing. */
const NO_PATTERNS = ['', '*', '/a*', '/:', '/a/*/b', '/a.*', '/(a|b)', '/a//b', '/[^/]+', 'a', '/.*'] as const

/** `everyone` is the word under which the exclusion list keeps its entries. */
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

/** A policy at random, and calls that are near to what it allows. */
export interface HostilePolicy {
  readonly rules: readonly PolicyRule[]
  call(): Call
}

export function hostilePolicy(chance: Chance, extraPatterns: readonly string[]): HostilePolicy {
  // Few literals for each policy, so that rules have beginnings in common and paths meet several of them.
  const own = Array.from({ length: 2 + chance.below(4) }, () => chance.pick(LITERALS))
  const literals: [string, ...string[]] = ['a', ...own]
  const pattern = (): string => {
    if (chance.oneIn(25)) return chance.pick(NO_PATTERNS)
    const segment = () => (chance.oneIn(4) ? chance.pick(NAMES) : chance.pick(literals))
    const segments = Array.from({ length: chance.below(5) }, segment)
    return `/${segments.join('/')}${chance.pick(['', '', '', '/', '/*'])}`.replace('//', '/')
  }
  const rule = (): PolicyRule => ({
    roleKey: chance.pick(ROLE_KEYS),
    path: pattern(),
    method: chance.oneIn(25) ? chance.pick(NO_METHODS) : chance.pick(METHODS),
  })
  const first = rule()
  const others = Array.from({ length: chance.oneIn(40) ? 300 : chance.below(24) }, rule)
  const rules: [PolicyRule, ...PolicyRule[]] = [first, ...others]
  const extra: [string, ...string[]] = ['/', ...extraPatterns]
  return {
    rules,
    call() {
      const aim = chance.pick(rules)
      const aimed = chance.oneIn(20) ? chance.pick(extra) : aim.path
      return {
        roleKey: chance.oneIn(4) ? chance.pick(CALLING_ROLE_KEYS) : aim.roleKey,
        path: pathNear(aimed, chance, literals),
        method: chance.oneIn(3) || aim.method === '*' ? chance.pick(CALLED_METHODS) : aim.method,
      }
    },
  }
}
