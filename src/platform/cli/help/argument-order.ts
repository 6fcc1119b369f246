import { ANY_METHOD, METHODS } from '../../http/call/method.ts'
import { UsageError } from '../output/usage-error.ts'

interface Arguments {
  readonly role?: string
  readonly method: string
  readonly path: string
}

/**
 * Throws if a method and a path are given, but not in their places: an error about the single argument would not say so.
 *
 * @example
 * assertArgumentOrder('castellan policy add', { role: 'GET', method: 'auditor', path: '/x' })
 * // Throws 'role and method are swapped: write castellan policy add auditor GET /x'
 */
export function assertArgumentOrder(
  command: string,
  { role: first, method: second, path: third }: Arguments,
): void {
  const given = [
    ...(first === undefined ? [] : [{ name: 'role', value: first } as const]),
    { name: 'method', value: second } as const,
    { name: 'path', value: third } as const,
  ]
  const method = onlyOne(given.filter(({ value }) => isMethod(value)))
  const path = onlyOne(given.filter(({ value }) => value.startsWith('/')))
  if (!method || !path || (method.name === 'method' && path.name === 'path')) return
  const role = given.find((argument) => argument !== method && argument !== path)
  const meant = { role, method, path }
  const wrong = given.filter(({ name }) => meant[name]?.name !== name).map(({ name }) => name)
  const problem =
    wrong.length === 2 ? `${wrong.join(' and ')} are swapped` : 'the arguments are in the wrong order'
  const values = given.map(({ name }) => meant[name]?.value)
  throw new UsageError(`${problem}: write ${command} ${values.join(' ')}`)
}

function isMethod(value: string): boolean {
  const upperCase = value.toUpperCase()
  return value === ANY_METHOD || upperCase === 'HEAD' || METHODS.includes(upperCase)
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}
