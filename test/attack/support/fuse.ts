/**
 * Stands in front of every call between the parts of the service. While it is armed it notes which calls a request
 * makes, and makes one of them fail.
 */
export const fuse = {
  isArmed: false,
  /** The calls made while armed, and whether they answered with a promise. */
  calls: new Map<string, 'at once' | 'later'>(),
  /** The call that fails, how, and with what. */
  blown: undefined as
    | { readonly call: string; readonly by: 'throwing' | 'rejecting'; readonly fault: unknown }
    | undefined,
}

/** Does the work while the fuse is armed. */
export async function armed<T>(work: () => Promise<T>, blown?: NonNullable<typeof fuse.blown>): Promise<T> {
  fuse.isArmed = true
  fuse.blown = blown
  try {
    return await work()
  } finally {
    fuse.isArmed = false
    fuse.blown = undefined
  }
}

type Callable = (...args: unknown[]) => unknown

/** A function, or whatever a factory makes, with the fuse in front of each of its calls. */
export function fused(name: string, value: unknown): unknown {
  if (isCallable(value)) return fusedCall(name, value)
  if (value instanceof Promise) return value.then((resolved) => fused(name, resolved))
  if (!isPart(value)) return value
  const part = {}
  for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const member = (): unknown => Reflect.get(value, key)
    Object.defineProperty(part, key, {
      enumerable: true,
      get: () => {
        // What is worked out when it is asked for is a call as well.
        const found = get ? fusedCall(`${name}.${key}`, member)() : member()
        return isCallable(found) ? fusedCall(`${name}.${key}`, found.bind(value)) : found
      },
    })
  }
  return part
}

/** The functions that a module exports, each behind the fuse; its constants and classes as they are. */
export function fusedModule<T extends object>(module: T): T {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    fused(name.replace(/^create/, ''), value),
  ])
  return { ...module, ...Object.fromEntries(entries) }
}

function fusedCall(name: string, call: Callable): Callable {
  return function (this: unknown, ...args) {
    const { isArmed, blown } = fuse
    if (isArmed && blown?.call === name) {
      if (blown.by === 'rejecting') return Promise.reject(blown.fault)
      throw blown.fault
    }
    const result = call.apply(this, args)
    if (isArmed) fuse.calls.set(name, result instanceof Promise ? 'later' : 'at once')
    return fused(name, result)
  }
}

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function' && !/^class\s/.test(Function.prototype.toString.call(value))
}

/** An object of functions: what a factory makes. Data goes through untouched. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype && Object.values(value).some((member) => typeof member === 'function')
}
