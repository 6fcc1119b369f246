import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ApiError, NO_RESPONSE } from '../api/client.ts'
import { currentTexts } from '../language/texts.ts'
import { Loading } from './loading.tsx'

/**
 * Returns a component whose script is loaded when the component is first shown. React's `lazy` and `Suspense` are not used,
 * because they keep the loading indicator for at least 0.3 s.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  loading: ReactNode = <Loading />,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined

  return function OnDemand(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | ApiError>(Loaded ? 'loaded' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      load().then(
        (module) => {
          Loaded = module.default
          setState('loaded')
        },
        (cause: unknown) => setState(notLoaded(cause)),
      )
    }, [state])
    if (state instanceof ApiError) throw state
    return Loaded ? <Loaded {...props} /> : loading
  }
}

/** Returns the error for a script that could not be loaded. */
export function notLoaded(cause: unknown): ApiError {
  return new ApiError({ code: NO_RESPONSE, message: currentTexts().problem.notLoaded, cause })
}
