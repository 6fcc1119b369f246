import type { Command } from 'commander'
import {
  ROUTES_NOTE,
  ROUTES_OPTION,
  type RunWithRoutes,
  readKnownRoutes,
} from '../../../core/check/routes/known-routes.ts'
import type { ExclusionList } from '../../../core/permission/exclusion-list.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import { formatRule } from '../../../core/permission/policy-rule.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import { loadSettingsOf } from '../../../core/settings/command-settings.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { failAsUsage, reportFileProblems } from '../../../platform/cli/context/file-problems.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Access } from '../explain/access-check.ts'
import type { TestedExpectation, TestedPolicy } from './expectation-test.ts'

interface TestOptions extends CommonOptions {
  readonly policy?: string
  readonly routes?: string
}

interface Parts {
  readonly users: UserStore
  readonly roles: RoleStore
  readonly policyStore: PolicyStore
  readonly exclusionList: ExclusionList
}

export function addPolicyTest(policy: Command, uses: RunWithRoutes<Parts>): void {
  const command = withCommonOptions(policy.command('test <file...>'))
    .description('test expectations: which role or user may make which calls, and which ones not')
    .option(
      '--policy <file>',
      'test a Casbin CSV file, or a YAML file or folder of roles with their rules, instead of the stored policy; needs no database',
    )
    .option(...ROUTES_OPTION)
  addNote(
    command,
    'A file is a list of entries with "role" or "user", and "may" or "may not" with calls such as GET /orders/7. The exit code is 0 if all expectations are met, 1 if one is not, and 2 if there is a mistake, such as an unknown role.',
  )
  addNote(command, ROUTES_NOTE)
  command.action(async (files: string[], options: TestOptions) => {
    const tested = await failAsUsage(() => reportFileProblems(() => test(files, options, uses), options))
    const unmet = tested.filter(({ isMet }) => !isMet)
    const result = {
      met: tested.length - unmet.length,
      unmet: unmet.length,
      expectations: tested.map(jsonOf),
    }
    print(result, options.json, [...unmet.flatMap(linesOf), summaryOf(result)])
    if (unmet.length > 0) process.exitCode = EXIT_CODES.refused
  })
}

async function test(
  files: readonly string[],
  options: TestOptions,
  { run, routesOfSettings }: RunWithRoutes<Parts>,
): Promise<TestedExpectation[]> {
  const [{ readExpectations }, { testExpectations }] = await Promise.all([
    import('./expectation-file.ts'),
    import('./expectation-test.ts'),
  ])
  const expectations = readExpectations(files)
  const tested = options.policy === undefined ? undefined : await policyOfFiles(options.policy, options)
  const findRoute = await readKnownRoutes(options, routesOfSettings)
  if (tested) return testExpectations(expectations, { ...tested, findRoute })
  return run(options, async ({ users, roles, policyStore, exclusionList }) =>
    testExpectations(expectations, {
      users,
      roles,
      exclusionList,
      findRoute,
      rules: await policyStore.all(),
    }),
  )
}

/** The exclusion list comes from the settings also here: it decides what every logged-in user may call. */
async function policyOfFiles(path: string, options: TestOptions): Promise<TestedPolicy> {
  const [{ readPolicyFiles }, { createExclusionList }] = await Promise.all([
    import('./policy-from-files.ts'),
    import('../../../core/permission/exclusion-list.ts'),
  ])
  const { settings } = await loadSettingsOf(options)
  const { roles, rules } = await readPolicyFiles(path)
  const byKey = new Map(roles.map((role) => [role.roleKey, role]))
  return {
    rules,
    exclusionList: createExclusionList(settings.permission.exclude),
    users: undefined,
    roles: { find: async () => undefined, findByKey: async (roleKey) => byKey.get(roleKey) },
  }
}

function jsonOf({ file, line, subject, call, isAllowed, isMet, access }: TestedExpectation) {
  return { file, line, ...subject, ...call, expected: isAllowed ? 'may' : 'may not', isMet, access }
}

function linesOf({ file, line, subject, call, isAllowed, access }: TestedExpectation): string[] {
  const who = 'roleKey' in subject ? `role ${subject.roleKey}` : `user ${subject.username}`
  const expected = `${who} ${isAllowed ? 'may' : 'may not'} ${call.method} ${call.path}`
  const { red } = coloursFor(process.stdout)
  return [
    `${red('not met:')} ${visible(`${file}:${line}: ${expected}`)}`,
    ...reasonsOf(access).map((reason) => visible(`  ${reason}`)),
  ]
}

function reasonsOf({ why, roleKey, rule, missingRule }: Access): string[] {
  switch (why) {
    case 'none':
      return ['It is allowed: the route has no checks.']
    case 'identity':
      return ['It is allowed: every logged-in user may call it.']
    case 'admin':
      return [`It is allowed: the role ${roleKey} may call everything.`]
    case 'excluded':
      return ['It is allowed: it is on the exclusion list, so every logged-in user may call it.']
    case 'rule':
      return [`It is allowed by the rule ${rule ? formatRule(rule) : ''}`]
    case 'denied':
      return [
        `It is denied: the role ${roleKey} has no rule that allows it.`,
        `To allow it, add the rule ${missingRule ? formatRule(missingRule) : ''}`,
      ]
    case 'role-disabled':
      return [`It is denied: the role ${roleKey} is disabled.`]
    case 'user-disabled':
      return ['It is denied: the user is disabled.']
  }
}

function summaryOf({ met, unmet }: { readonly met: number; readonly unmet: number }): string {
  const { red, green } = coloursFor(process.stdout)
  if (unmet === 0) return green(`${counted(met, 'expectation')} met`)
  return red(`${unmet} of ${counted(met + unmet, 'expectation')} not met`)
}
