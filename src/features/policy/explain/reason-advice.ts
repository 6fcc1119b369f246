import type { Advice } from '../../../core/service/words.ts'
import type { Language, LocalizedText, NeededCall } from '../../../platform/refusal/refusal.ts'
import { ADVICE as ADVICE_OF_FEATURES } from '../../tables-and-words.ts'
import { ADVICE_ON_CALLERS } from './advice-on-callers.ts'
import { ADVICE_ON_REQUESTS } from './advice-on-requests.ts'

const ADVICE: Readonly<Record<string, Advice | undefined>> = {
  ...ADVICE_ON_CALLERS,
  ...ADVICE_ON_REQUESTS,
  ...ADVICE_OF_FEATURES,
}

/** For a call that was denied and is allowed now. */
const TRY_AGAIN: LocalizedText = {
  en: 'The policy or the role of the user has been changed since then, and the call is allowed now. The user can try again.',
  zh: '此后策略或该用户的角色已更改，现在允许该调用。用户可以重试。',
}

/** For refusals of a change, whose response says what is wrong. */
const OTHER: Advice = {
  meaning: {
    en: 'The change conflicts with the stored data or with the limits of the operator. The response said why.',
    zh: '该更改与已存储的数据或操作者的权限冲突，响应中说明了原因。',
  },
  fix: {
    en: 'Follow the message in the response. docs/reference/refusal-reasons.md lists all reasons.',
    zh: '请按响应中的提示操作。docs/reference/refusal-reasons.md 列出了所有原因。',
  },
}

interface ExplainedReason {
  readonly reason: string
  /** The call whose permission the handler required too. */
  readonly needed: NeededCall | undefined
  /** Whether the policy allows the refused call now. */
  readonly isAllowedNow: boolean
}

/** Returns what a refusal means and what to do about it. */
export function adviceFor(
  explained: ExplainedReason,
  language: Language,
): { readonly meaning: string; readonly fix: string } {
  const { meaning, fix } = findAdvice(explained)
  return { meaning: meaning[language], fix: explained.isAllowedNow ? TRY_AGAIN[language] : fix[language] }
}

function findAdvice({ reason, needed }: ExplainedReason): Advice {
  if (needed) return refusedByHandler(needed)
  return (Object.hasOwn(ADVICE, reason) ? ADVICE[reason] : undefined) ?? OTHER
}

function refusedByHandler({ method, path }: NeededCall): Advice {
  return {
    meaning: {
      en: `The policy allows the call, but its handler refused it: what was asked for also needs the permission for ${method} ${path}.`,
      zh: `策略允许该调用，但其处理程序拒绝了它：所请求的内容还需要 ${method} ${path} 的权限。`,
    },
    fix: {
      en: `If the role should be allowed to do this, add a rule for ${method} ${path}.`,
      zh: `若该角色应有此权限，请添加 ${method} ${path} 的规则。`,
    },
  }
}
