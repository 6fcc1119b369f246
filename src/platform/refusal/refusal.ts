import { REFUSALS, type RefusalReason, THINGS, type Thing } from '../../features/tables-and-words.ts'
import type { Identity } from '../http/call/identity.ts'
import type { Language, LocalizedText, ReasonResponse } from './reason-response.ts'

export type { Language, LocalizedText, RefusalReason, Thing }

type RefusalDetails = Readonly<Record<string, string | number | LocalizedText>>

/** What is wrong with the input: a sentence that starts in lower case. */
export interface InputProblem extends LocalizedText {
  /** The name of the parameter, such as `password` or `rules.0.path`; nothing if the whole request is concerned. */
  readonly field?: string
}

/** What is wrong with one parameter, for forms. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

interface RefusalOptions extends ErrorOptions {
  readonly identity?: Identity
  /** The other call whose permission the handler requires. */
  readonly needed?: NeededCall
  /** The name of the one of several things that was refused. The text begins with it. */
  readonly subject?: string
}

/** A call whose permission another call requires. */
export interface NeededCall {
  readonly method: string
  readonly path: string
}

/** A refused request. It is thrown anywhere and turned into a response in one place (`http/envelope.ts`). */
export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly details: RefusalDetails
  /** Whom the refused token belongs to, if its signature is valid. The response does not contain it. */
  readonly identity: Identity | undefined
  /** The other call whose permission the handler required. The response does not contain it. */
  readonly needed: NeededCall | undefined
  readonly subject: string | undefined

  constructor(reason: RefusalReason, details: RefusalDetails = {}, options?: RefusalOptions) {
    super(reason, options)
    this.name = 'Refusal'
    this.reason = reason
    this.details = details
    this.identity = options?.identity
    this.needed = options?.needed
    this.subject = options?.subject
  }

  get code(): number {
    return codeOf(this.reason)
  }

  /** Whether the HTTP status equals the code. Otherwise it is 200. */
  get isProtocol(): boolean {
    return REFUSALS[this.reason].protocol ?? false
  }

  /** What the body has in `data`. */
  get data(): RefusalDetails | undefined {
    const ids = REFUSALS[this.reason].data?.ids
    return ids && Object.fromEntries(ids.map((name) => [name, this.details[name] ?? '']))
  }

  text(language: Language): string {
    const text = REFUSALS[this.reason][language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const detail = this.details[name] ?? ''
      return typeof detail === 'object' ? detail[language] : String(detail)
    })
    if (this.subject === undefined) return text
    return language === 'zh' ? `“${this.subject}”：${text}` : `"${this.subject}": ${text}`
  }
}

/** Does work for one of several things. A refusal names the thing. */
export async function withSubject<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason, details, identity, needed } = error
    throw new Refusal(reason, details, {
      subject,
      cause: error,
      ...(identity ? { identity } : {}),
      ...(needed ? { needed } : {}),
    })
  }
}

/** Returns whether checks pass. Only a refusal counts as a failure; any other error is thrown. */
export async function isAccepted(checked: Promise<void>): Promise<boolean> {
  try {
    await checked
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Returns the code in the body of a refusal. */
export function codeOf(reason: RefusalReason): number {
  return REFUSALS[reason].code
}

/** A request whose parameters are invalid. */
export class InvalidParameters extends Refusal {
  readonly problem: InputProblem

  constructor(problem: InputProblem) {
    super('invalid-parameters', { problem })
    this.problem = problem
  }

  errors(language: Language): readonly FieldError[] {
    const { field = '', [language]: text } = this.problem
    const startsWithName = field !== '' && text.startsWith(field)
    const message = startsWithName ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    return [{ field, message }]
  }
}

/** Throws if there is a problem with the input. */
export function assertNoProblem(problem: InputProblem | undefined): void {
  if (problem !== undefined) throw new InvalidParameters(problem)
}

const PROPERTIES = {
  ID: ' ID ',
  username: '用户名',
  key: '标识',
} as const

export function notFound(
  thing: Thing,
  value: number | string,
  property: keyof typeof PROPERTIES = 'ID',
): Refusal {
  return new Refusal('not-found', {
    thing: { en: thing, zh: THINGS[thing] },
    property: { en: property, zh: PROPERTIES[property] },
    value,
  })
}

/** All reasons with their responses, for the reference documentation. */
export function listRefusalReasons(): readonly (ReasonResponse & { readonly reason: RefusalReason })[] {
  return (Object.keys(REFUSALS) as RefusalReason[]).map((reason) => ({
    reason,
    ...REFUSALS[reason],
  }))
}
