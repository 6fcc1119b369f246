import type { LocalizedText, ReasonResponse } from '../../platform/refusal/reason-response.ts'
import type { AuditedAction } from '../audit-log/audited-action.ts'
import type { KindOfEvent } from '../events/kind-of-event.ts'

/** What a refusal means and what an operator can do about it. */
export interface Advice {
  readonly meaning: LocalizedText
  readonly fix: LocalizedText
}

/**
 * The words of a feature, or of a part of the core. They are part of the API, and are stored: a word is never renamed. All are in
 * `src/features/tables-and-words.ts`, from which the types of all words are derived.
 */
export interface Words {
  /** The reasons of refusals. */
  readonly refusals?: Readonly<Record<string, ReasonResponse>>
  /** For the operators who look refusals up. */
  readonly advice?: Readonly<Record<string, Advice>>
  /** The reasons, also of others, for which the feature refuses what the core does. */
  readonly changeRefusals?: {
    readonly ofAnything?: readonly string[]
    readonly ofUsers?: readonly string[]
    readonly ofNewUsers?: readonly string[]
  }
  /** The part before the dot is the kind of thing that is changed. */
  readonly auditActions?: Readonly<Record<`${string}.${string}`, AuditedAction>>
  /** The kinds of events. */
  readonly events?: Readonly<Record<string, KindOfEvent>>
  readonly eventFields?: readonly string[]
  /** What can be missing, in English, with its Chinese name. */
  readonly things?: Readonly<Record<string, string>>
  /** The groups of operations in the OpenAPI document, with their descriptions. */
  readonly tags?: Readonly<Record<string, string>>
  /** How the paths of a group begin, after the prefix, by its tag. */
  readonly paths?: Readonly<Record<string, readonly string[]>>
}
