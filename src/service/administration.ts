import { createOperations } from '../core/operations/operations.ts'
import { recordRoleEnds } from '../core/user/role-ends.ts'
import { createUserAdministration } from '../core/user/users.ts'
import { type AdministrationOptions, createCoreAdministration } from './core-administration.ts'
import {
  beforeCommit,
  codeAddressesOf,
  createFeatureAdministration,
  createReviews,
  createUserChecks,
} from './feature-services.ts'

export type Administration = ReturnType<typeof createAdministration>

/** Creates everything that operators can change, for the endpoints and the commands. */
export function createAdministration(options: AdministrationOptions) {
  const { changes, exclusionList, hashes, passwordRules, now, databaseNow } = options
  const operations = createOperations({
    changes,
    exclusionList,
    beforeWork: recordRoleEnds,
    beforeCommit: inOrder(beforeCommit),
    review: inOrder(createReviews(options)),
    now,
    databaseNow,
  })
  const userAdministration = createUserAdministration({
    operations,
    hashes,
    passwordRules,
    codeAddresses: codeAddressesOf(options),
    assertServiceAccountChange: inOrder(createUserChecks(options)),
  })
  const core = createCoreAdministration(operations, userAdministration)
  return { ...core, ...createFeatureAdministration({ ...core, ...options }) }
}

/** Returns a function that calls the functions one after the other. */
function inOrder<Args extends unknown[]>(functions: readonly ((...args: Args) => Promise<void>)[]) {
  return async (...args: Args): Promise<void> => {
    for (const run of functions) await run(...args)
  }
}
