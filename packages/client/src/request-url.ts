type QueryValue = string | number | boolean | undefined
export type Query = Readonly<Record<string, QueryValue>>
export type PathParameters = Readonly<Record<string, string | number>>

interface UrlParts {
  readonly baseUrl: string | undefined
  /** Such as `/api/v1/sys-user/{id}`. */
  readonly path: string
  readonly parameters?: PathParameters | undefined
  readonly query?: Query | undefined
}

/**
 * Returns the URL of a request. Throws a `TypeError` if it would be on another origin, because the token must not be sent
 * there: `//example.com` and `/\example.com` are other origins.
 */
export function requestUrl({ baseUrl, path, parameters = {}, query = {} }: UrlParts): URL {
  const base = new URL(baseUrl ?? pageOrigin())
  const url = new URL(fillIn(path, parameters), base)
  if (!path.startsWith('/') || url.origin !== base.origin) {
    throw new TypeError(`"${path}" is not a path of ${base.origin}`)
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  return url
}

/** Throws a `TypeError` if the address of the service has a path, which the paths of requests would replace. */
export function refusePath(baseUrl: string): void {
  const { pathname, search, hash } = new URL(baseUrl)
  if (pathname === '/' && search === '' && hash === '') return
  throw new TypeError(
    `the baseUrl "${baseUrl}" must not have a path: paths of the service start with /api/v1`,
  )
}

/** Exists in browsers only. */
declare const location: { readonly origin: string } | undefined

function pageOrigin(): string {
  if (typeof location === 'undefined') {
    throw new TypeError('createClient needs a baseUrl outside of a browser')
  }
  return location.origin
}

function fillIn(path: string, parameters: PathParameters): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? '')
    // These would address another endpoint.
    if (['', '.', '..'].includes(value)) throw new TypeError(`${path} cannot have "${value}" as its ${name}`)
    return encodeURIComponent(value)
  })
}
