import { isJsonObject } from '../../../../platform/text/json-object.ts'
import type { BoundedFetch, BoundedRequest } from '../bounded-fetch.ts'
import { ProviderRefusal } from './provider-error.ts'

export type Json = Readonly<Record<string, unknown>>

/** Sends a request and returns the JSON object of the response. Throws if there is none. Messages do not contain the URL. */
export async function requestJson(
  boundedFetch: BoundedFetch,
  url: URL,
  request: Partial<BoundedRequest> = {},
): Promise<Json> {
  const value = await requestJsonValue(boundedFetch, url, request)
  if (isJsonObject(value)) return value
  throw new ProviderRefusal(`${url.hostname}${url.pathname} did not return a JSON object`)
}

export async function requestJsonValue(
  boundedFetch: BoundedFetch,
  url: URL,
  { method = 'GET', headers = {}, body }: Partial<BoundedRequest> = {},
): Promise<unknown> {
  const response = await boundedFetch(url.href, {
    method,
    // GitHub refuses requests without a user agent.
    headers: { Accept: 'application/json', 'User-Agent': 'castellan', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const where = url.hostname + url.pathname
  if (!response.ok) throw new ProviderRefusal(`${where} responded with HTTP status ${response.status}`)
  try {
    return await response.json()
  } catch {
    throw new ProviderRefusal(`${where} did not return JSON`)
  }
}

/** Returns a text of a response, or the decimal form of a whole number; otherwise an empty text. */
export function textIn(json: Json, name: string): string {
  const value = Object.hasOwn(json, name) ? json[name] : undefined
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) ? String(value) : ''
}
