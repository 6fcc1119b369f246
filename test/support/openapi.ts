import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A response of the service, as a test has seen it. */
export interface SeenResponse {
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface ResponseObject {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { $ref?: string; required?: boolean }>>
  readonly content?: Readonly<Record<string, unknown>>
}
interface Operation {
  readonly responses: Readonly<Record<string, ResponseObject>>
}
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly 'x-castellan-general-responses': Readonly<Record<string, ResponseObject>>
}

const FILE = join(import.meta.dirname, '../../docs/reference/openapi.json')
const REASON = 'x-castellan-reason'
const ANY_METHOD = '/api/v1/authorize'
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export function readOpenapi(): OpenapiDocument {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/**
 * Creates the function that returns how a response differs from the OpenAPI document, or undefined. Schemas are compiled
 * when they are needed first.
 */
export function createResponseCheck(document: OpenapiDocument) {
  // Compiling a schema takes longer than its checks in a test run: without copies of what it refers to, it takes half the time.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } })
  ajv.addFormat('date-time', DATE_TIME)
  ajv.addSchema(document, 'openapi')
  const patterns = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }))
  const compiled = new Map<string, ValidateFunction>()

  function validatorAt(pointer: string): ValidateFunction {
    const known = compiled.get(pointer)
    if (known) return known
    const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate
  }

  /** Returns the templates of a path, one without parameters first. */
  function templatesOf(path: string): readonly string[] {
    return patterns
      .filter(({ path: template, pattern }) => template === path || pattern.test(path))
      .map(({ path: template }) => template)
      .sort((one, other) => Number(other === path) - Number(one === path))
  }

  /** Returns the documented operation that a request reaches. */
  function operationOf({ method, path, status }: SeenResponse) {
    if (path === ANY_METHOD || path.startsWith(`${ANY_METHOD}/`)) {
      // It accepts every method, and the original path below its own. Proxies hide it with 404.
      return { template: status === 404 ? undefined : ANY_METHOD, method: 'get' }
    }
    const documented = (method === 'HEAD' ? 'GET' : method).toLowerCase()
    const template = templatesOf(path).find((one) => document.paths[one]?.[documented])
    return { template, method: documented }
  }

  return (seen: SeenResponse): string | undefined => {
    const { template, method } = operationOf(seen)
    const problem =
      template === undefined ? problemOfGeneral(seen) : problemOfOperation(seen, template, method)
    if (problem === undefined) return undefined
    const { status, path, text } = seen
    return `${seen.method} ${path}: HTTP ${status} ${problem}. Body: ${text.slice(0, 500)}`
  }

  function problemOfOperation(seen: SeenResponse, template: string, method: string): string | undefined {
    const pointer = `/paths/${escaped(template)}/${method}/responses/${seen.status}`
    const response = document.paths[template]?.[method]?.responses[seen.status]
    if (response === undefined) return 'is not a documented status'
    const at = response.$ref?.slice(1) ?? pointer
    return problemOfHeaders(seen, at) ?? problemOfBody(seen, at) ?? problemOfReason(seen)
  }

  /** The response to a request that reaches no documented operation. Without a reason it is not the service's. */
  function problemOfGeneral(seen: SeenResponse): string | undefined {
    if (!seen.headers.has(REASON)) return undefined
    const response = document['x-castellan-general-responses'][seen.status]
    if (response === undefined) return 'is not a documented general response'
    const at = response.$ref?.slice(1) ?? `/x-castellan-general-responses/${seen.status}`
    return problemOfBody(seen, at) ?? problemOfReason(seen)
  }

  function problemOfHeaders({ headers }: SeenResponse, at: string): string | undefined {
    const declared = resolve(document, at).headers ?? {}
    for (const [name, header] of Object.entries(declared)) {
      const pointer = header.$ref?.slice(1) ?? `${at}/headers/${escaped(name)}`
      const { required = false } = resolve(document, pointer)
      const value = headers.get(name)
      if (value === null && required) return `lacks the header ${name}`
      if (value === null) continue
      const validate = validatorAt(`${pointer}/schema`)
      if (!validate(value) && !validate(Number(value))) return `has an undocumented ${name}: ${value}`
    }
    return undefined
  }

  function problemOfBody({ method, status, headers, text }: SeenResponse, at: string): string | undefined {
    if (method === 'HEAD' || status === 204 || status === 304) return undefined
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (resolve(document, at).content?.[type] === undefined) return `has the undocumented media type ${type}`
    const validate = validatorAt(`${at}/content/${escaped(type)}/schema`)
    const body: unknown = type === 'application/json' ? JSON.parse(text) : text
    return validate(body) ? undefined : `has an undocumented body: ${ajv.errorsText(validate.errors)}`
  }
}

/** Header and body must agree, which a schema cannot express. */
function problemOfReason({ method, headers, text }: SeenResponse): string | undefined {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  if (method === 'HEAD' || !isJson) return undefined
  const { code, reason }: { code?: unknown; reason?: unknown } = JSON.parse(text)
  const isRefusal = typeof code === 'number' && code !== 200
  if (isRefusal !== headers.has(REASON)) return `has the code ${code} and the reason ${headers.get(REASON)}`
  if (isRefusal && code !== 401 && reason !== headers.get(REASON)) return 'has different reasons'
  if (code === 429 && !headers.has('retry-after')) return 'lacks the header Retry-After'
  return undefined
}

function patternOf(template: string): RegExp {
  const segments = template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : segment.replaceAll('.', '\\.')))
  return new RegExp(`^${segments.join('/')}$`)
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

function resolve(document: object, pointer: string): ResponseObject & { required?: boolean } {
  let value: unknown = document
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }
  return value as ResponseObject
}
