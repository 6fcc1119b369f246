import {
  createClient,
  type PathOf,
  type PathParameters,
  type ResponseData,
} from '../../../../packages/client/src/index.ts'
import { currentTexts } from '../language/texts.ts'
import { addressOf, type Query, withoutEmptyValues } from './address.ts'
import type { Fields, Log } from './api-types.ts'
import { OWN_INFO, OWN_PROFILE } from './own-info.ts'
import { sendWithConfirmation } from './pending-changes.ts'
import { queryClient } from './query-client.ts'

export {
  ApiError,
  type FieldError,
  type LoginRequest,
  NO_RESPONSE,
  oidcLoginOf,
  type Schemas,
  UNAUTHORIZED,
} from '../../../../packages/client/src/index.ts'
export type * from './api-types.ts'

/** The token is in an HttpOnly cookie that scripts cannot read. */
export const client = createClient({
  token: 'cookie',
  language: () => currentTexts().tag,
  noResponseText: () => currentTexts().noResponse,
  fetch: (input, init) => sendWithConfirmation(() => fetch(input, init)),
  // The gates of the pages show what is due: the one for the login by the own info, the other one by the own profile.
  onStep({ next }) {
    const queryKey = next === 'log-in' ? OWN_INFO : OWN_PROFILE
    void queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  },
})

/** Sends a query from the address of the page. It is text that the service checks; what is empty is not sent. */
export function find<P extends PathOf<'get'>>(path: P, query: Query): Promise<ResponseData<'get', P>> {
  return client.send('GET', path, { query: withoutEmptyValues(query) })
}

/** Does the same for a list that can continue at a position, which the query has in `after`. The response has the next one. */
export function findFrom<P extends PathOf<'get'>>(path: P, query: Query): Promise<ResponseData<'get', P>> {
  return client.send('GET', path, { query: { after: '', ...withoutEmptyValues(query) } })
}

/** Sends the values of a form. */
export function add<P extends PathOf<'post'>>(path: P, body: Fields): Promise<ResponseData<'post', P>> {
  return client.send('POST', path, { body })
}

export function change<P extends PathOf<'put'>>(
  path: P,
  body: Fields,
  parameters: PathParameters = {},
): Promise<ResponseData<'put', P>> {
  return client.send('PUT', path, { body, parameters })
}

/** Returns the URL of an export. The browser downloads it, so its size does not matter. */
export function exportAddress(of: Log | 'policy', query: Query = {}): string {
  return addressOf(`/api/v1/${of}/export`, query)
}
