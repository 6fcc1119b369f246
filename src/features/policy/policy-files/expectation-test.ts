import type { ExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPermission } from '../../../core/permission/permission.ts'
import { buildPolicyIndex } from '../../../core/permission/policy-index.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { createProblemList } from '../../../platform/cli/context/file-problem.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import { type Access, type AccessCheckOptions, checkAccess } from '../explain/access-check.ts'
import type { Expectation } from './expectation-file.ts'

/** An expectation and what is decided. */
export type TestedExpectation = Expectation & { readonly isMet: boolean; readonly access: Access }

/** What the expectations are compared with: the files of a policy, or what the service has stored. */
export interface TestedPolicy extends Pick<AccessCheckOptions, 'roles' | 'findRoute'> {
  readonly rules: readonly PolicyRule[]
  readonly exclusionList: ExclusionList
  /** Undefined for files, which contain no users. */
  readonly users: AccessCheckOptions['users'] | undefined
}

/**
 * Decides every expectation. Throws `FileProblems` for those about a role or user that does not exist: with a typing error
 * in its name, "may not" would hold by mistake.
 */
export async function testExpectations(
  expectations: readonly Expectation[],
  { rules, exclusionList, roles, users, findRoute }: TestedPolicy,
): Promise<TestedExpectation[]> {
  const index = await buildPolicyIndex(rules)
  const permission = createPermission({ exclusionList, policy: { current: () => index } })
  const problems = createProblemList()
  const tested: TestedExpectation[] = []
  for (const expectation of expectations) {
    const { subject, call, file, line } = expectation
    if (users === undefined && 'username' in subject) {
      const problem = `the user ${quoted(subject.username)} is not in the policy files, which contain only roles. Fix: write a role, or test without --policy`
      problems.add({ file, line, problem })
      continue
    }
    try {
      const access = await checkAccess(subject, call, {
        users: users ?? NO_USERS,
        roles,
        ...(findRoute ? { findRoute } : {}),
        explain: (roleKey, { path, method }) => permission.explain({ roleKey }, path, method),
      })
      tested.push({ ...expectation, access, isMet: access.allowed === expectation.isAllowed })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.add({ file, line, problem: `${error.text('en')} Fix: correct the name, or add it first` })
    }
  }
  problems.throwIfAny()
  return tested
}

const NO_USERS: AccessCheckOptions['users'] = {
  find: async () => undefined,
  findByName: async () => undefined,
}
