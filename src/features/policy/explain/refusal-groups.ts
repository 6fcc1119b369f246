import type { Call } from '../../../core/permission/call.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { Access, Subject } from './access-check.ts'
import type { RefusalGroupPage, StoredRefusalGroup } from './refusal-list.store.ts'

/** Decides about a call of a role. The search for similar rules is left out: a page has many groups. */
type CheckAccess = (subject: Subject, call: Call) => Promise<Pick<Access, 'allowed' | 'missingRule'>>

/** Returns a page of groups, each with whether a rule would allow its newest request. */
export async function describeGroups<Page extends Pick<RefusalGroupPage, 'list'>>(
  page: Page,
  checkAccess: CheckAccess,
) {
  const list: Awaited<ReturnType<typeof describe>>[] = []
  for (const group of page.list) list.push(await describe(group, checkAccess))
  return { ...page, list }
}

async function describe(
  { newest, roleKey, pattern, ...group }: StoredRefusalGroup,
  checkAccess: CheckAccess,
) {
  const { requestId, refusedAt, method, path, needed } = newest
  const now =
    group.reason === 'permission-denied' && roleKey !== ''
      ? await stateOf({ roleKey }, needed ?? { method, path }, checkAccess)
      : undefined
  return {
    ...group,
    ...(roleKey === '' ? {} : { roleKey }),
    route: pattern,
    newest: { requestId, refusedAt: new Date(refusedAt).toISOString(), path, ...(needed ? { needed } : {}) },
    ...(now === undefined ? {} : { now }),
  }
}

/** Returns whether the role may make the call now, or a rule would allow it. */
async function stateOf(
  subject: Subject,
  call: Call,
  checkAccess: CheckAccess,
): Promise<'allowed' | 'missing-rule' | undefined> {
  try {
    const { allowed, missingRule } = await checkAccess(subject, call)
    if (allowed) return 'allowed'
    return missingRule === undefined ? undefined : 'missing-rule'
  } catch (error) {
    // The role was deleted, or no rule can allow the call, such as one with an unusual method.
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}
