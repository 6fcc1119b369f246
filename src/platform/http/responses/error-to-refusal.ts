import { isUnavailable } from '../../database/database-error.ts'
import { type InputProblem, InvalidParameters, Refusal, type RefusalReason } from '../../refusal/refusal.ts'
import { describeViolation } from '../endpoint/violation.ts'
import { NOT_JSON } from '../steps/json-body.ts'

/** The refusal reasons of Fastify's own errors. */
const reasons: Readonly<Record<string, RefusalReason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
  FST_ERR_CTP_INVALID_TYPE: 'media-type-unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request-malformed',
  FST_ERR_BAD_URL: 'path-not-canonical',
  FST_ERR_MAX_PARAM_LENGTH: 'path-not-canonical',
}

const problems: Readonly<Record<string, InputProblem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: NOT_JSON,
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    en: 'the body is empty. Send a JSON object.',
    zh: '请求体为空，请发送 JSON 对象。',
  },
}

/** Returns the refusal for an error; undefined for an internal error. */
export function errorToRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return undefined
  if ('validation' in error && Array.isArray(error.validation)) {
    return new InvalidParameters(describeViolation(error.validation))
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasons[code]
  if (reason) return new Refusal(reason)
  const problem = problems[code]
  if (problem !== undefined) return new InvalidParameters(problem)
  if (isClientError(error)) return new Refusal('request-malformed')
  return isUnavailable(error) ? new Refusal('unavailable', {}, { cause: error }) : undefined
}

/** Fastify gives client errors a 4xx status, including uploads that the client aborted. */
function isClientError(error: Error): boolean {
  return (
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  )
}
