import type { Schemas } from '../../shell/api/client.ts'
import type { Texts } from '../../shell/language/texts.ts'
import { CUSTOM_DEPARTMENTS } from '../data-scope/data-scope.ts'

type User = NonNullable<Schemas['Reach']['users'][number]['before']>
type Role = NonNullable<Schemas['Reach']['roles'][number]['before']>

/** Returns what a user is at one moment, by the names of its fields, each as lines of text. */
export function wordsOfUser(user: User, texts: Texts): Readonly<Record<string, readonly string[]>> {
  const { username, enabled, role, returningRole, scope, email, phone, loginMethods, links } = user
  const { confirmation, common, methods } = texts
  const names = new Map<string, string>(Object.entries(methods.names))
  return {
    username: [username],
    status: [enabled ? confirmation.canLogIn : confirmation.cannotLogIn],
    role: [role?.roleKey ?? ''],
    rules: role ? linesOfRules(role, texts) : [],
    formerRoleId: returningRole ? [returningRole.roleKey, ...linesOfRules(returningRole, texts)] : [],
    data: linesOfScope(scope, texts),
    email: [email],
    phone: [phone],
    loginMethods:
      loginMethods.length === 0
        ? [confirmation.everyMethod]
        : loginMethods.map((method) => names.get(method) ?? method),
    password: [yesOrNo(user.hasPassword)],
    secondFactor: [yesOrNo(user.hasSecondFactor)],
    passkeys: [String(user.passkeys)],
    links: links.map(({ issuer, subject }) => `${subject} (${issuer})`),
  }

  function yesOrNo(is: boolean): string {
    return is ? common.yes : common.no
  }
}

/** Returns what a role is at one moment, by the names of its fields, each as lines of text. */
export function wordsOfRole(role: Role, texts: Texts): Readonly<Record<string, readonly string[]>> {
  const { roleKey, enabled, dataScope, departments, holders } = role
  const { common } = texts
  return {
    roleKey: [roleKey],
    status: [enabled ? common.enabled : common.disabled],
    rules: linesOfRules(role, texts),
    data: [
      texts.dataScopes.names[dataScope],
      ...(dataScope === CUSTOM_DEPARTMENTS ? linesOf(departments, ({ deptName }) => deptName, texts) : []),
    ],
    users: [String(holders.count), ...linesOf(holders, (username) => username, texts)],
    dataOfUsers: holders.count === 0 ? [] : linesOfScope(holders.scope, texts),
  }
}

function linesOfScope(scope: User['scope'], texts: Texts): readonly string[] {
  return [texts.confirmation.scopes[scope.kind], ...linesOf(scope, ({ deptName }) => deptName, texts)]
}

function linesOfRules(
  { isAdmin, ruleCount, rules }: Pick<Role, 'isAdmin' | 'ruleCount' | 'rules'>,
  texts: Texts,
): readonly string[] {
  if (isAdmin) return [texts.confirmation.everyCall]
  if (ruleCount === 0) return [texts.role.noRules]
  return linesOf({ count: ruleCount, first: rules }, (rule) => rule, texts)
}

function linesOf<T>(
  { count, first }: { readonly count: number; readonly first: readonly T[] },
  lineOf: (one: T) => string,
  { user }: Texts,
): readonly string[] {
  const lines = first.map(lineOf)
  return count > first.length ? [...lines, user.moreRules(count - first.length)] : lines
}
