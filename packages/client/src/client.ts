import { ApiError, NO_RESPONSE } from './api-error.ts'
import { type DataScope, readDataScope } from './data-scope.ts'
import type { LoginRequest } from './login-request.ts'
import {
  type DueStep,
  type LogInStep,
  type LoginStep,
  stepOfDuty,
  stepOfProfile,
  stepOfRefusal,
  stepOfRefusedLogin,
} from './login-step.ts'
import type { RequestBody, Schemas, TypedMethod, TypedRequest } from './operation-types.ts'
import { createPermissionCheck, type PermissionRequest } from './permission-check.ts'
import { type PathParameters, type Query, refusePath, requestUrl } from './request-url.ts'
import { type Envelope, readEnvelope, readFileResponse } from './response.ts'
import { createServiceLogin, type ServiceAccount } from './service-login.ts'
import { createStepWatch } from './step-watch.ts'
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
   * Called when a request is refused because the user has to do something first: log in, set a new password or set up a second
   * factor. Called once per session and step, however many requests are refused. It is not called with `serviceAccount`.
   */
  readonly onStep?: (step: DueStep) => void
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

export interface Client {
  captcha(form?: 'image' | 'audio'): Promise<Captcha>
  /** Logs in, keeps the token for the requests that follow, and returns what the user does next. */
  login(request: LoginRequest): Promise<LoginStep>
  /** Returns what the user does next when a page opens: the session can be one of an earlier page. */
  currentStep(): Promise<LoginStep>
  /** Sets a new password. It ends all sessions of the user. */
  changePassword(passwords: RequestBody<'put', '/api/v1/user/pwd/set'>): Promise<LogInStep>
  /** Ends the setup of a second factor with one of its codes. It ends all sessions of the user. */
  confirmSecondFactor(code: string): Promise<LogInStep>
  /** Ends the session. It is not an error if it has already ended. */
  logout(): Promise<LogInStep>
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

/**
 * Creates a client of the service. There is no token refresh: when a session ends, the user logs in again.
 *
 * ```ts
 * const client = createClient({ onStep: ({ next, error }) => showLoginPage(next, error?.message) })
 * const program = createClient({ baseUrl, serviceAccount: { name: 'ci-bot', secret } })
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl, token = memoryTokenStore(), serviceAccount, onStep, language } = options
  const noResponseText = options.noResponseText ?? (() => 'The service did not respond.')
  const sendRequest = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const store = token === 'cookie' ? undefined : token
  const steps = createStepWatch((step) => {
    if (step.next === 'log-in') store?.set(undefined)
    if (serviceAccount) return
    try {
      onStep?.(step)
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

  /** Sends a request once, and reports the step that a refusal demands. */
  async function exchangeOnce<T>(
    method: Method,
    path: string,
    request: RequestOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    const watched = steps.watch()
    try {
      const result = await sendOnce(method, path, request, read)
      if (path === OWN_INFO) watched.identified()
      return result
    } catch (error) {
      watched.refused(error)
      throw error
    }
  }

  async function sendOnce<T>(
    method: Method,
    path: string,
    { parameters, query, body, signal }: RequestOptions,
    read: ReadResponse<T>,
  ): Promise<T> {
    const url = requestUrl({ baseUrl, path, parameters, query })
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
      return await read(response, noResponseText())
    } catch (error) {
      if (signal?.aborted && error instanceof ApiError && error.code === NO_RESPONSE) throw signal.reason
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

  /** Sends a request of a login page, which gets the refusal itself. */
  const call = (method: Method, path: string, request: RequestOptions = {}): Promise<Envelope> =>
    sendOnce(method, path, request, readEnvelope)

  async function login(request: LoginRequest): Promise<LoginStep> {
    try {
      const { token: issued, expire, due } = await call('POST', '/api/v1/login', { body: request })
      if (typeof issued !== 'string') throw unexpected()
      steps.loggedIn()
      store?.set(issued)
      return stepOfDuty(due) ?? { next: 'done', expire: String(expire) }
    } catch (error) {
      const step = stepOfRefusedLogin(error)
      if (!step) throw error
      return step
    }
  }

  /** Sends a request that ends the session, which can have ended before. */
  async function endSession(method: Method, path: string, body?: unknown) {
    const watched = steps.watch()
    const sent = store?.get()
    let step: LogInStep = { next: 'log-in' }
    let data: unknown
    try {
      data = (await call(method, path, { body })).data
    } catch (error) {
      const demanded = stepOfRefusal(error)
      if (demanded?.next !== 'log-in') throw error
      step = demanded
    }
    watched.ended()
    // A login may have succeeded in the meantime.
    if (store?.get() === sent) store?.set(undefined)
    return { step, data }
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

    async currentStep() {
      const watched = steps.watch()
      try {
        const { data } = await call('GET', '/api/v1/user/profile')
        const step = stepOfProfile(data)
        if (!step) throw unexpected()
        watched.identified()
        return step
      } catch (error) {
        const step = stepOfRefusal(error)
        if (!step) throw error
        return step
      }
    },

    changePassword: async (body) => (await endSession('PUT', '/api/v1/user/pwd/set', body)).step,

    async confirmSecondFactor(code) {
      const { step, data } = await endSession('POST', '/api/v1/user/second-factor/confirm', { code })
      return data ? { ...step, ...(data as Schemas['RecoveryCodes']) } : step
    },

    async logout() {
      await endSession('POST', '/api/v1/logout')
      return { next: 'log-in' }
    },

    may: createPermissionCheck((body) => send('POST', '/api/v1/permission/check', { body }), unexpected),

    dataScope: async () => readDataScope(await send('GET', '/api/v1/data-scope')),

    download: (path, request = {}) => exchange('GET', path, request, readFileResponse),
  }
}
