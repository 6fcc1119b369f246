export type Language = 'en' | 'zh'
export type LocalizedText = Readonly<Record<Language, string>>

/**
 * The response to a refusal reason. The list of reasons is closed: any other thrown error is a bug of the service.
 *
 * `code` is the code in the response body. `protocol` marks protocol errors (unknown route, body too large, …) and
 * internal errors, whose HTTP status equals the code. All other refusals have HTTP status 200. Names in braces are
 * replaced by the details of the refusal.
 */
export interface ReasonResponse extends LocalizedText {
  readonly code: number
  readonly protocol?: true
  /** Only one endpoint has the reason. It documents its own responses. */
  readonly ofOneEndpoint?: true
  /** Set if the body has ids in `data`. */
  readonly data?: BodyWithIds
}

interface BodyWithIds {
  /** The names of the details of the refusal. */
  readonly ids: readonly string[]
  /** The schemas of the body and of `data` in the OpenAPI document. */
  readonly bodyName: string
  readonly dataName: string
  readonly description: string
}
