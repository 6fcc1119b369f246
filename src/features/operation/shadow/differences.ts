import { type Call, narrowestRule } from '../../../core/permission/call.ts'
import {
  findPatternProblem,
  parseValidPattern,
  patternMatches,
} from '../../../core/permission/patterns/path-pattern.ts'
import { formatRule, isValidRule, keyOfRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ANY_METHOD, effectiveMethod } from '../../../platform/http/call/method.ts'
import { shellCommand } from '../../../platform/text/shell-command.ts'
import type { Access } from '../../policy/explain/access-check.ts'
import type { Question } from './questions.ts'
import type { Answer } from './replay.ts'
import { nameOfSubject } from './tokens-file.ts'

/** Decisions that differ because of the same rules, or for the same reason. */
export interface Difference {
  /** Which service allows the calls. */
  readonly allowedBy: 'old-server' | 'castellan'
  readonly why: Access['why']
  /** The rules that are missing here, or that allow the calls here. */
  readonly rules: readonly PolicyRule[]
  /** The command that makes the decisions equal, or null if there is none. */
  readonly command: string | null
  readonly note: string | null
  readonly calls: readonly DifferentCall[]
}

interface DifferentCall {
  readonly subject: string
  readonly method: string
  readonly path: string
  readonly requests: number
}

interface DifferencesOptions {
  readonly answers: readonly Answer[]
  /** The rules of our service. */
  readonly rules: readonly PolicyRule[]
  /** Explains a denied decision again, with the rule that is missing. */
  explain(question: Question): Promise<Access>
}

interface Decided {
  readonly question: Question
  readonly isAllowedThere: boolean
}

/** With more rules than this, a command can no longer be read. */
const MAX_ADDED_RULES = 20

/** Returns the decisions that differ, with what makes them equal. */
export async function findDifferences({
  answers,
  rules,
  explain,
}: DifferencesOptions): Promise<Difference[]> {
  const decided = answers.flatMap(({ question, decision: { verdict } }): Decided[] =>
    verdict === 'allowed' || verdict === 'refused'
      ? [{ question, isAllowedThere: verdict === 'allowed' }]
      : [],
  )
  const different = decided.filter(
    ({ question, isAllowedThere }) => question.access.allowed !== isAllowedThere,
  )
  const groups = createGroups()
  for (const { question, isAllowedThere } of different) {
    if (isAllowedThere) groups.addDenied(question, await missingRuleOf(question, decided, explain))
    else groups.addAllowed(question, rulesThatAllow(rules, question))
  }
  return groups.list().map((group) => differenceOf(group, decided, rules))
}

interface Group {
  readonly allowedBy: Difference['allowedBy']
  readonly access: Access
  rules: PolicyRule[]
  readonly questions: Question[]
}

function createGroups() {
  const groups: Group[] = []
  const sameReason = (allowedBy: Group['allowedBy'], { why, roleKey, command }: Access) =>
    groups.find(
      ({ allowedBy: other, access, rules }) =>
        other === allowedBy &&
        rules.length === 0 &&
        access.why === why &&
        access.roleKey === roleKey &&
        access.command === command,
    )
  const add = (known: Group | undefined, group: Group) => {
    if (known === undefined) groups.push(group)
    else known.questions.push(...group.questions)
  }
  return {
    addDenied(question: Question, { rule, access }: MissingRule): void {
      const group: Group = {
        allowedBy: 'old-server',
        access,
        rules: rule ? [rule] : [],
        questions: [question],
      }
      const known = groups.find(
        ({ allowedBy, rules: [other] }) =>
          allowedBy === 'old-server' && rule && other && keyOfRule(rule) === keyOfRule(other),
      )
      add(rule ? known : sameReason('old-server', access), group)
    },
    addAllowed(question: Question, rules: readonly PolicyRule[]): void {
      const group: Group = {
        allowedBy: 'castellan',
        access: question.access,
        rules: [...rules],
        questions: [question],
      }
      if (rules.length === 0) {
        add(sameReason('castellan', question.access), group)
        return
      }
      // A rule is in one group only: it can be removed once.
      const keys = new Set(rules.map(keyOfRule))
      const sharing = groups.filter(
        ({ allowedBy, rules: others }) =>
          allowedBy === 'castellan' && others.some((other) => keys.has(keyOfRule(other))),
      )
      for (const other of sharing) {
        groups.splice(groups.indexOf(other), 1)
        group.questions.unshift(...other.questions)
        group.rules.push(
          ...other.rules.filter((rule) => !group.rules.some((one) => keyOfRule(one) === keyOfRule(rule))),
        )
      }
      groups.push(group)
    },
    list: (): readonly Group[] => groups,
  }
}

interface MissingRule {
  readonly access: Access
  readonly rule: PolicyRule | undefined
}

/** Returns the rule that is missing here: of the whole route, unless it would allow a call that the old server refuses. */
async function missingRuleOf(
  question: Question,
  decided: readonly Decided[],
  explain: DifferencesOptions['explain'],
): Promise<MissingRule> {
  const access = await explain(question)
  if (access.why !== 'denied') return { access, rule: undefined }
  const { roleKey, routeRule, missingRule } = access
  const candidates = [
    routeRule,
    ruleOfPattern(roleKey, question),
    missingRule,
    narrowestRule(roleKey, question),
  ]
  const rule = candidates.find(
    (candidate) => candidate !== undefined && isValidRule(candidate) && !allowsRefused(candidate, decided),
  )
  return { access, rule }
}

function ruleOfPattern(roleKey: string, { method, pattern }: Question): PolicyRule | undefined {
  return findPatternProblem(pattern) === undefined
    ? { roleKey, path: pattern, method: effectiveMethod(method) }
    : undefined
}

/** Returns whether a rule would allow a call that the old server refuses. */
function allowsRefused(rule: PolicyRule, decided: readonly Decided[]): boolean {
  return decided.some(
    ({ question, isAllowedThere }) =>
      !isAllowedThere && question.access.roleKey === rule.roleKey && allows(rule, question),
  )
}

function allows({ method, path }: PolicyRule, call: Call): boolean {
  const isMethod = method === ANY_METHOD || method === effectiveMethod(call.method)
  return isMethod && patternMatches(parseValidPattern(path), call.path)
}

/** Returns every rule that allows a call here: with one of them left, it stays allowed. */
function rulesThatAllow(rules: readonly PolicyRule[], question: Question): PolicyRule[] {
  const { why, roleKey } = question.access
  return why === 'rule' ? rules.filter((rule) => rule.roleKey === roleKey && allows(rule, question)) : []
}

function differenceOf(group: Group, decided: readonly Decided[], rules: readonly PolicyRule[]): Difference {
  return {
    allowedBy: group.allowedBy,
    why: group.access.why,
    rules: group.rules,
    ...(group.allowedBy === 'old-server' ? adding(group) : removing(group, decided, rules)),
    calls: group.questions.map(({ subject, method, path, requests }) => ({
      subject: nameOfSubject(subject),
      method,
      path,
      requests,
    })),
  }
}

interface Advice {
  readonly command: string | null
  readonly note: string | null
}

function adding({ access, rules: [rule] }: Group): Advice {
  if (rule)
    return {
      command: shellCommand(['castellan', 'policy', 'add', rule.roleKey, rule.method, rule.path]),
      note: null,
    }
  if (access.why !== 'denied') return { command: access.command ?? null, note: null }
  return { command: null, note: 'No rule allows this call without another one that the old server refuses.' }
}

/** What is allowed here without a rule. */
const WITHOUT_RULE: Readonly<Partial<Record<Access['why'], string>>> = {
  admin: 'The role admin may call everything here. Give these users another role, or accept the difference.',
  excluded:
    'The call is on the exclusion list: remove it from permission.exclude in the settings, unless it is built in.',
  identity: 'This route of the service is for every logged-in user.',
  none: 'This route of the service is public.',
}

/** Removes the rules, and adds rules for the other calls of the log that they allow. */
function removing(
  { access, rules: removed }: Group,
  decided: readonly Decided[],
  rules: readonly PolicyRule[],
): Advice {
  const note = WITHOUT_RULE[access.why] ?? null
  const [first] = removed
  if (first === undefined) return { command: null, note }
  const removedKeys = new Set(removed.map(keyOfRule))
  const others = rules.filter((rule) => rule.roleKey === access.roleKey && !removedKeys.has(keyOfRule(rule)))
  const kept = decided
    .filter(({ question, isAllowedThere }) => isAllowedThere && question.access.roleKey === access.roleKey)
    .map(({ question }) => question)
    .filter((question) => removed.some((rule) => allows(rule, question)))
    .filter((question) => !others.some((rule) => allows(rule, question)))
  const added = new Map<string, PolicyRule>()
  for (const question of kept) {
    const candidates = [ruleOfPattern(access.roleKey, question), narrowestRule(access.roleKey, question)]
    const rule = candidates.find(
      (one) => one !== undefined && isValidRule(one) && !allowsRefused(one, decided),
    )
    if (rule === undefined) {
      const call = `${question.method} ${question.path}`
      return {
        command: null,
        note: `No rule allows ${call}, which the old server allows, without these calls.`,
      }
    }
    added.set(keyOfRule(rule), rule)
  }
  if (added.size > MAX_ADDED_RULES) {
    return {
      command: null,
      note: `The old server allows ${added.size} other calls of these rules: write narrower rules instead.`,
    }
  }
  if (added.size === 0 && removed.length === 1) {
    return {
      command: shellCommand(['castellan', 'policy', 'remove', first.roleKey, first.method, first.path]),
      note,
    }
  }
  const words = [
    ...removed.flatMap((rule) => ['--remove', formatRule(rule)]),
    ...[...added.values()].flatMap((rule) => ['--add', formatRule(rule)]),
  ]
  return { command: shellCommand(['castellan', 'policy', 'change', ...words]), note }
}
