/**
 * Intercepts every call between the modules of the service. While it is active it records which calls a request
 * makes, and makes one of them fail.
 */
export const faultInjection = {
  isActive: false,
  /** The recorded calls, and whether they returned a promise. */
  calls: new Map<string, 'at once' | 'later'>(),
  /** The call that fails, how it fails, and with which error. */
  injected: undefined as
    | { readonly call: string; readonly by: 'throwing' | 'rejecting'; readonly fault: unknown }
    | undefined,
}

/** Runs the work while fault injection is active. */
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

/** Returns a function, or the result of a factory, with each of its calls intercepted. */
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
        // A getter counts as a call.
        const found = get ? interceptCall(`${name}.${key}`, member)() : member()
        return isCallable(found) ? interceptCall(`${name}.${key}`, found.bind(value)) : found
      },
    })
  }
  return part
}

/** Returns a module with intercepted functions. Constants and classes do not change. */
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

/** Returns true for an object of functions, as created by a factory. Plain data is not intercepted. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype && Object.values(value).some((member) => typeof member === 'function')
}
