import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'

/** Administration back ends have tens of roles, so more rules mean more rules per role. */
export const MAX_ROLES = 20
const MIN_RULES_PER_ROLE = 5
/** The rules of one resource. */
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

/** A prime that does not divide the number of requests, so that every one is used. */
const STRIDE = 389

/** A request and the correct decision. */
export interface Probe {
  readonly roleKey: string
  readonly path: string
  readonly method: string
  readonly allowed: boolean
}

/** Returns rules like those of an administration back end: literal paths, parameters and some wildcards. */
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

/** Returns requests that the rules allow, spread evenly over all rules and mixed. */
export function makeHits(rules: readonly PolicyRule[], count: number): Probe[] {
  return hitsOf(rules, count).map((probe) => ({ ...probe, path: flatString(probe.path) }))
}

function hitsOf(rules: readonly PolicyRule[], count: number): Probe[] {
  return Array.from({ length: count }, (_, number) => {
    const mixed = (number * STRIDE) % count
    const rule = rules[Math.floor(((mixed + 0.5) * rules.length) / count)]
    if (!rule) throw new Error('there are no rules')
    return { roleKey: rule.roleKey, ...requestFor(rule, number), allowed: true }
  })
}

/** Returns requests that no rule allows: alternately an unknown resource and a wrong method. */
export function makeMisses(rules: readonly PolicyRule[], count: number): Probe[] {
  return makeHits(rules, count).map(({ roleKey, path, method }, number) =>
    number % 2 === 0
      ? { roleKey, path: flatString(path.replace('/resource-', '/nothing-')), method, allowed: false }
      : { roleKey, path: flatString(path.replace('/file/', '/none/')), method: 'PATCH', allowed: false },
  )
}

function rolesOf(ruleCount: number): number {
  return Math.min(MAX_ROLES, Math.ceil(ruleCount / MIN_RULES_PER_ROLE))
}

export function roleKeyOf(number: number): string {
  return `role-${number}`
}

/** Returns a flat string like that of a request. V8 reads a concatenated string more slowly. */
function flatString(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function requestFor({ path, method }: PolicyRule, number: number): { path: string; method: string } {
  return {
    path: path.replaceAll(/:\w+/g, () => String(1000 + number)).replace('*', `${number}/scan`),
    method: method === '*' ? 'PUT' : method,
  }
}
