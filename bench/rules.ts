import type { PolicyRule } from '../src/permission/policy-rule.ts'

/** Admin back ends have tens of roles, not thousands: with more rules, each role has more of them. */
export const MAX_ROLES = 20
const RULES_A_ROLE_AT_LEAST = 5
/** What a resource of a back end is asked for. */
const SHAPES = [
  { method: 'GET', below: '' },
  { method: 'POST', below: '' },
  { method: 'GET', below: '/:id' },
  { method: 'PUT', below: '/:id' },
  { method: 'DELETE', below: '/:id' },
  { method: 'PUT', below: '/:id/status' },
  { method: 'GET', below: '/:id/entry/:entry' },
  { method: '*', below: '/file/*' },
] as const

/** A prime, so that it divides no number of questions and every one has its turn. */
const STRIDE = 389

/** One question to a policy, and what it must answer. */
export interface Probe {
  readonly roleKey: string
  readonly path: string
  readonly method: string
  readonly allowed: boolean
}

/** Rules as an admin back end has them: literals, names, and here and there everything below. */
export function makeRules(count: number): PolicyRule[] {
  const roles = rolesOf(count)
  return Array.from({ length: count }, (_, number) => {
    const roleNumber = number % roles
    const ofRole = Math.floor(number / roles)
    const shape = SHAPES[ofRole % SHAPES.length] ?? SHAPES[0]
    const path = `/api/v1/resource-${Math.floor(ofRole / SHAPES.length)}${shape.below}`
    return { roleKey: roleKeyOf(roleNumber), path, method: shape.method }
  })
}

/** Questions that the rules allow, spread over all of them and well mixed: a contender that looks at rule after rule must not be asked for the first ones only. */
export function makeHits(rules: readonly PolicyRule[], count: number): Probe[] {
  return hitsOf(rules, count).map((probe) => ({ ...probe, path: inOnePiece(probe.path) }))
}

function hitsOf(rules: readonly PolicyRule[], count: number): Probe[] {
  return Array.from({ length: count }, (_, number) => {
    const mixed = (number * STRIDE) % count
    const rule = rules[Math.floor(((mixed + 0.5) * rules.length) / count)]
    if (!rule) throw new Error('there is no probe without rules')
    return { roleKey: rule.roleKey, ...requestFor(rule, number), allowed: true }
  })
}

/** Questions that none of the rules allows: by turns for want of the resource and of the method. */
export function makeMisses(rules: readonly PolicyRule[], count: number): Probe[] {
  return makeHits(rules, count).map(({ roleKey, path, method }, number) =>
    number % 2 === 0
      ? { roleKey, path: inOnePiece(path.replace('/resource-', '/nothing-')), method, allowed: false }
      : { roleKey, path: inOnePiece(path.replace('/file/', '/none/')), method: 'PATCH', allowed: false },
  )
}

function rolesOf(ruleCount: number): number {
  return Math.min(MAX_ROLES, Math.ceil(ruleCount / RULES_A_ROLE_AT_LEAST))
}

export function roleKeyOf(number: number): string {
  return `role-${number}`
}

/** A text in one piece, as a request brings it; one that was put together is read more slowly. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function requestFor({ path, method }: PolicyRule, number: number): { path: string; method: string } {
  return {
    path: path.replaceAll(/:\w+/g, () => String(1000 + number)).replace('*', `${number}/scan`),
    method: method === '*' ? 'PUT' : method,
  }
}
