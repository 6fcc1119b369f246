import { createHook } from 'node:async_hooks'

let kept: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` makes. For the figure `protected-whole`: once some garbage collections have found
 * none of them, as they do whenever the service rests, V8 forgets their shape for good, and each takes about six times as
 * long to make. A request makes several.
 */
export function keepTickShape(): object | undefined {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept = resource
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
  return kept
}
