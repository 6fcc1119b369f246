/**
 * Stands in front of every call between the parts of the service. While it is withFaultInjection it notes which calls a request
 * makes, and makes one of them fail.
 */
export const faultInjection = {
  isActive: false,
  /** The calls made while withFaultInjection, and whether they answered with a promise. */
  calls: new Map<string, 'at once' | 'later'>(),
  /** The call that fails, how, and with what. */
  injected: undefined as
    | { readonly call: string; readonly by: 'throwing' | 'rejecting'; readonly fault: unknown }
    | undefined,
}

/** Does the work while the faultInjection is withFaultInjection. */
export async function withFaultInjection<T>(
  work: () => Promise<T>,
  injected?: NonNullable<typeof faultInjection.injected>,
): Promise<T> {
  faultInjection.isActive = true
  faultInjection.injected = injected
  try {
    return await work()
  } finally {
    faultInjection.isActive = false
    faultInjection.injected = undefined
  }
}

type Callable = (...args: unknown[]) => unknown

/** A function, or whatever a factory makes, with the faultInjection in front of each of its calls. */
export function intercept(name: string, value: unknown): unknown {
  if (isCallable(value)) return interceptCall(name, value)
  if (value instanceof Promise) return value.then((resolved) => intercept(name, resolved))
  if (!isPart(value)) return value
  const part = {}
  for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const member = (): unknown => Reflect.get(value, key)
    Object.defineProperty(part, key, {
      enumerable: true,
      get: () => {
        // What is worked out when it is asked for is a call as well.
        const found = get ? interceptCall(`${name}.${key}`, member)() : member()
        return isCallable(found) ? interceptCall(`${name}.${key}`, found.bind(value)) : found
      },
    })
  }
  return part
}

/** The functions that a module exports, each behind the faultInjection; its constants and classes as they are. */
export function interceptModule<T extends object>(module: T): T {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    intercept(name.replace(/^create/, ''), value),
  ])
  return { ...module, ...Object.fromEntries(entries) }
}

function interceptCall(name: string, call: Callable): Callable {
  return function (this: unknown, ...args) {
    const { isActive, injected } = faultInjection
    if (isActive && injected?.call === name) {
      if (injected.by === 'rejecting') return Promise.reject(injected.fault)
      throw injected.fault
    }
    const result = call.apply(this, args)
    if (isActive) faultInjection.calls.set(name, result instanceof Promise ? 'later' : 'at once')
    return intercept(name, result)
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
