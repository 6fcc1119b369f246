import type { components, paths } from './openapi-types.ts'

/** The resources of the service, such as `Schemas['User']`. */
export type Schemas = components['schemas']

export type TypedMethod = 'get' | 'post' | 'put' | 'delete'

/** The body of a success, `{ code: 200, msg, data }`. */
type Success<Operation> = Operation extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Body } } }
}
  ? Extract<Body, { readonly code: 200; readonly data: unknown }>
  : never

/** The paths with this method. Files, and responses without `code`, are not included. */
export type PathOf<M extends TypedMethod> = {
  [P in keyof paths]: [Success<paths[P][M]>] extends [never] ? never : P
}[keyof paths]

/** The type of `data` in the response, such as `ResponseData<'get', '/api/v1/sys-user'>`. */
export type ResponseData<M extends TypedMethod, P extends PathOf<M>> = Success<paths[P][M]>['data']

/** The type of the JSON body of a request; never if it has none. */
export type RequestBody<M extends TypedMethod, P extends PathOf<M>> = paths[P][M] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : never

type Parameters<Operation, Place extends 'path' | 'query'> = Operation extends {
  readonly parameters: { readonly [P in Place]?: infer Values }
}
  ? Exclude<Values, undefined>
  : never

/** Optional parameters can be undefined: they are not sent. */
type WithUndefined<Values> = {
  readonly [Name in keyof Values]: undefined extends Values[Name] ? Values[Name] | undefined : Values[Name]
}

/** Optional if nothing in it is required, and absent if the endpoint does not take it. */
type Part<Name extends string, Values> = [Values] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Values> extends Values
    ? { readonly [N in Name]?: Values }
    : { readonly [N in Name]: Values }

export type OperationOptions<M extends TypedMethod, P extends PathOf<M>> = Part<
  'parameters',
  Parameters<paths[P][M], 'path'>
> &
  Part<'query', WithUndefined<Parameters<paths[P][M], 'query'>>> &
  Part<'body', RequestBody<M, P>> & { readonly signal?: AbortSignal }

/** The last argument of a request, which can be left out if nothing in it is required. */
type OptionsArgument<M extends TypedMethod, P extends PathOf<M>> =
  Record<never, never> extends OperationOptions<M, P>
    ? readonly [options?: OperationOptions<M, P>]
    : readonly [options: OperationOptions<M, P>]

/** Sends a request to an endpoint of the service and returns `data` of the response. */
export type TypedRequest<M extends TypedMethod> = <P extends PathOf<M>>(
  path: P,
  ...options: OptionsArgument<M, P>
) => Promise<ResponseData<M, P>>
