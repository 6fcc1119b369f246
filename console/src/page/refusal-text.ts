import { ApiError } from '../api.ts'
import type { Texts } from '../language/texts.ts'

/** Returns the message of a failed request with the id by which an operator can find out why. */
export function refusalText(error: unknown, { crashed, requestId }: Texts['problem']): string {
  if (!(error instanceof ApiError)) return crashed
  return error.requestId === '' ? error.message : `${error.message} (${requestId} ${error.requestId})`
}
