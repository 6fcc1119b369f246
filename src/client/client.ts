import { ApiError, NO_RESPONSE } from './api-error.ts'
import { type DataScope, readDataScope } from './data-scope.ts'
import { createLoginDue } from './login-due.ts'
import type { TypedMethod, TypedRequest } from './operation-types.ts'
import { type PathParameters, type Query, refusePath, requestUrl } from './request-url.ts'
import { type Envelope, readEnvelope, readFileResponse } from './response.ts'
import { createServiceLogin, type ServiceAccount, type ServiceLogin } from './service-login.ts'
import { memoryTokenStore, type TokenStore } from './token-store.ts'

export interface ClientOptions {
  /** The address of the service without a path, such as `https://admin.example.com`. Default: the origin of the page. */
  readonly baseUrl?: string
  /** `cookie`: the browser keeps the token in a cookie that scripts cannot read. Default: in memory. */
  readonly token?: TokenStore | 'cookie'
  /**
   * For programs: the client logs in by itself before the first request, and again when the token is refused. Requests are
   * rejected with the error of a login that is refused.
   */
  readonly serviceAccount?: ServiceAccount
  /**
   * Called once when the login page is due, however many requests were refused. A login enables it again. It is not called
   * with `serviceAccount`.
   */
  readonly onLoginDue?: (error: ApiError) => void
  /** Returns the language of messages, such as `zh-CN`. Default: the language of the browser. */
  readonly language?: () => string
  /** Returns the message of errors without a valid response. */
  readonly noResponseText?: () => string
  readonly fetch?: typeof globalThis.fetch
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  /** Replaces the names in braces: `{ id: 7 }` for `/api/v1/sys-user/{id}`. */
  readonly parameters?: PathParameters
  /** Undefined values are not sent. */
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** Aborts the request. The promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal
}

export interface Captcha {
  /** To be sent with the login. */
  readonly uuid: string
  /** A JPEG as a data URL, or a WAV if it was requested as audio. */
  readonly data: string
}

/** A login by one of the enabled methods, or its second step with a second factor. */
export type LoginRequest =
  | PasswordLogin
  | OneTimeCodeLogin
  | OidcLogin
  | PasskeyLogin
  | ServiceLogin
  | { readonly ticket: string; readonly secondFactorCode: string }

interface FirstFactor {
  /** The code of the second factor, if the user enters it together with the first one. */
  readonly secondFactorCode?: string
}

export interface PasswordLogin extends FirstFactor {
  /** Default: `password`. */
  readonly method?: 'password' | 'ldap'
  readonly username: string
  readonly password: string
  /** Of the captcha. */
  readonly uuid?: string
  /** The text of the captcha. */
  readonly code?: string
}

export interface OneTimeCodeLogin extends FirstFactor {
  readonly method: 'code'
  readonly username: string
  /** Of the sent code. */
  readonly uuid: string
  readonly code: string
}

export interface OidcLogin extends FirstFactor {
  readonly method: 'oidc'
  /** The parameters of the callback address. */
  readonly code: string
  readonly state: string
  readonly iss?: string
}

export interface PasskeyLogin {
  readonly method: 'passkey'
  /** Of the challenge. */
  readonly uuid: string
  readonly credential: unknown
}

/** A request whose permission is checked, such as `{ method: 'GET', path: '/api/v1/orders' }`. */
export interface PermissionRequest {
  readonly method: string
  readonly path: string
}

export interface Client {
  captcha(form?: 'image' | 'audio'): Promise<Captcha>
  /** Logs in, and keeps the token for the requests that follow. `expire` is when the session ends. */
  login(request: LoginRequest): Promise<{ readonly expire: string }>
  /** Ends the session. It is not an error if it has already ended. */
  logout(): Promise<void>
  /** Returns for each request whether the user may send it, in the same order. */
  may(requests: readonly PermissionRequest[]): Promise<boolean[]>
  /** Returns which rows the user may see. Everything that is not known is `none`. */
  dataScope(): Promise<DataScope>
  readonly get: TypedRequest<'get'>
  readonly post: TypedRequest<'post'>
  readonly put: TypedRequest<'put'>
  readonly delete: TypedRequest<'delete'>
  /** Sends a request to a route of an app that the service protects, and returns `data` of the response. */
  send<T>(method: Method, path: string, options?: RequestOptions): Promise<T>
  /** Requests a file, such as a CSV export. Read it with `text()` or `blob()`, or stream its `body`. */
  download(path: string, options?: Pick<RequestOptions, 'parameters' | 'query' | 'signal'>): Promise<Response>
}

type ReadResponse<T> = (response: Response, noResponseText: string) => Promise<T>

/** Only a logged-in user gets this. It needs no permission. */
const OWN_INFO = '/api/v1/getinfo'
const MAX_REQUESTS_PER_CHECK = 200

/**
 * Creates a client of the service. There is no token refresh: when a session ends, the user logs in again.
 *
 * ```ts
 * const client = createClient({ onLoginDue: ({ message }) => showLoginPage(message) })
 * const program = createClient({ baseUrl, serviceAccount: { name: 'ci-bot', secret } })
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl, token = memoryTokenStore(), serviceAccount, onLoginDue, language } = options
  const noResponseText = options.noResponseText ?? (() => 'The service did not respond.')
  const sendRequest = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const store = token === 'cookie' ? undefined : token
  const loginDue = createLoginDue((error) => {
    store?.set(undefined)
    if (serviceAccount) return
    try {
      onLoginDue?.(error)
    } catch (thrown) {
      // The caller of the request gets the refusal, whatever happens here.
      console.error(thrown)
    }
  })
  if (baseUrl !== undefined) refusePath(baseUrl)
  if (serviceAccount && !store)
    throw new TypeError('a service account keeps its token in memory, not in a cookie')
  const ensureLogin =
    serviceAccount &&
    createServiceLogin({ serviceAccount, hasToken: () => store?.get() !== undefined, logIn: login })

  /** Sends a request that needs a token. A program logs in first if it has none. */
  async function exchange<T>(
    method: Method,
    path: string,
    request: RequestOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    if (!ensureLogin) return exchangeOnce(method, path, request, read)
    await ensureLogin()
    try {
      return await exchangeOnce(method, path, request, read)
    } catch (error) {
      if (!(error instanceof ApiError && error.isLoginDue)) throw error
      // The token has expired or its session has ended. The request was refused before anything was done: it is safe to repeat.
      await ensureLogin()
      return exchangeOnce(method, path, request, read)
    }
  }

  async function exchangeOnce<T>(
    method: Method,
    path: string,
    { parameters, query, body, signal }: RequestOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    const url = requestUrl({ baseUrl, path, parameters, query })
    const watched = loginDue.watch()
    try {
      const response = await sendRequest(url, {
        method,
        headers: headersOf(body),
        // Without the cookie mode, a login sets no cookie.
        credentials: store ? 'omit' : 'include',
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }).catch((cause: unknown) => {
        throw new ApiError({ code: NO_RESPONSE, message: noResponseText(), cause })
      })
      const result = await read(response, noResponseText())
      if (url.pathname === OWN_INFO) watched.identified()
      return result
    } catch (error) {
      if (signal?.aborted && error instanceof ApiError && error.code === NO_RESPONSE) throw signal.reason
      watched.refused(error)
      throw error
    }
  }

  function headersOf(body: unknown): Headers {
    const headers = new Headers()
    if (language) headers.set('Accept-Language', language())
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const current = store?.get()
    if (current !== undefined) headers.set('Authorization', `Bearer ${current}`)
    return headers
  }

  const unexpected = (): ApiError =>
    new ApiError({ code: NO_RESPONSE, message: noResponseText(), status: 200 })

  /** Sends a request that needs no login before it. */
  const call = (method: Method, path: string, request: RequestOptions = {}): Promise<Envelope> =>
    exchangeOnce(method, path, request, readEnvelope)

  async function login(request: LoginRequest): Promise<{ readonly expire: string }> {
    const { token: issued, expire } = await call('POST', '/api/v1/login', { body: request })
    if (typeof issued !== 'string') throw unexpected()
    loginDue.loggedIn()
    store?.set(issued)
    return { expire: String(expire) }
  }

  async function send<T>(method: Method, path: string, request: RequestOptions = {}): Promise<T> {
    const { data } = await exchange(method, path, request, readEnvelope)
    // The caller states the type of its own endpoint.
    return data as T
  }

  // The types of paths, options and data come from the OpenAPI document, with which the tests compare every response.
  const typed = <M extends TypedMethod>(method: Method) =>
    ((path: string, request?: RequestOptions) => send(method, path, request)) as TypedRequest<M>

  return {
    send,
    get: typed('GET'),
    post: typed('POST'),
    put: typed('PUT'),
    delete: typed('DELETE'),

    async captcha(form = 'image') {
      const query = form === 'audio' ? { form } : {}
      const { uuid, data } = await call('GET', '/api/v1/getCaptcha', { query })
      return { uuid: String(uuid), data: String(data) }
    },

    login,

    async logout() {
      const watched = loginDue.watch()
      const sent = store?.get()
      await call('POST', '/api/v1/logout').catch((error: unknown) => {
        if (!(error instanceof ApiError && error.isLoginDue)) throw error
      })
      watched.loggedOut()
      // A login may have succeeded in the meantime.
      if (store?.get() === sent) store?.set(undefined)
    },

    async may(requests) {
      const allowed: boolean[] = []
      for (let start = 0; start < requests.length; start += MAX_REQUESTS_PER_CHECK) {
        const batch = requests.slice(start, start + MAX_REQUESTS_PER_CHECK)
        const body = { requests: batch.map(({ method, path }) => ({ method, path })) }
        const decisions = await send<unknown>('POST', '/api/v1/permission/check', { body })
        // A decision must not be taken for that of another request.
        if (!isBooleans(decisions) || decisions.length !== batch.length) throw unexpected()
        allowed.push(...decisions)
      }
      return allowed
    },

    dataScope: async () => readDataScope(await send('GET', '/api/v1/data-scope')),

    download: (path, request = {}) => exchange('GET', path, request, readFileResponse),
  }
}

function isBooleans(data: unknown): data is boolean[] {
  return Array.isArray(data) && data.every((value) => typeof value === 'boolean')
}
