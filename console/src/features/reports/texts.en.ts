import { count, many } from '../../shell/language/counts.en.ts'

/** What a report knows about recorded usage, with the days on which the record began and the first result is due. */
export interface UsageRecord {
  readonly days: number
  readonly keepDays: number
  readonly began?: string
  readonly due?: string
}

export const texts = {
  cleanUp: {
    title: 'Clean up',
    serviceAccountOf: (owner: string) => (owner === '' ? 'service account' : `service account of ${owner}`),
    tabs: {
      'unused-rules': 'Unused rules',
      'covered-rules': 'Covered rules',
      'same-rights': 'Roles with the same rights',
      'unused-roles': 'Roles without users',
      'idle-users': 'Idle users',
      'empty-scopes': 'Users who see no data',
    },
    explanations: {
      'unused-rules':
        'Rules that no recorded call has needed in the period. New rules and rules of the role admin are left out.',
      'covered-rules':
        'Rules that another rule of the same role covers. Removing them does not change what a role may call.',
      'same-rights': 'Roles with the same status and data scope whose rules allow the same calls.',
      'unused-roles': 'Roles that no user has and that were not changed in the period.',
      'idle-users':
        'Enabled users without a login in the period. Users who were enabled in it are left out, and so are you and, if all enabled admins are idle, the one who logged in last.',
      'empty-scopes':
        'Roles and enabled users whose data scope includes nothing. Correct the department, the data scope or the departments of the role.',
    },
    empty: {
      'unused-rules': 'Every rule has been used in the period, or is new.',
      'covered-rules': 'No rule is covered by another one.',
      'same-rights': 'No roles have the same rights.',
      'unused-roles': 'Every role has users, or was changed in the period.',
      'idle-users': 'Every enabled user has logged in, or was added or enabled, in the period.',
      'empty-scopes': 'Every enabled user sees data.',
    },
    actions: {
      'unused-rules': (n: number) => `Remove ${many(n, 'rule')}`,
      'covered-rules': (n: number) => `Remove ${many(n, 'rule')}`,
      'same-rights': (n: number) => `Merge ${many(n, 'role')}`,
      'unused-roles': (n: number) => `Delete ${many(n, 'role')}`,
      'idle-users': (n: number) => `Disable ${many(n, 'user')}`,
    },
    selectedActions: {
      'unused-rules': (n: number) => `Remove (${count(n)} selected)`,
      'covered-rules': (n: number) => `Remove (${count(n)} selected)`,
      'same-rights': (n: number) => `Merge (${many(n, 'group')} selected)`,
      'unused-roles': (n: number) => `Delete (${count(n)} selected)`,
      'idle-users': (n: number) => `Disable (${count(n)} selected)`,
    },
    questions: {
      'unused-rules': (n: number) => `Remove ${many(n, 'unused rule')}?`,
      'covered-rules': (n: number) => `Remove ${many(n, 'covered rule')}?`,
      'same-rights': (n: number) => `Merge ${many(n, 'role')} into others with the same rights?`,
      'unused-roles': (n: number) => `Delete ${many(n, 'role')} without users?`,
      'idle-users': (n: number) => `Disable ${many(n, 'idle user')}?`,
    },
    effects: {
      'unused-rules':
        'Calls that no other rule allows are denied immediately. The audit log lists the rules.',
      'covered-rules': 'No role loses a permission. The audit log lists the rules.',
      'same-rights':
        'The users move to the role with the most users and have to log in again. The other roles and their rules are deleted.',
      'unused-roles': 'Their rules are deleted too. The audit log lists them.',
      'idle-users': 'They cannot log in until they are enabled again. Nothing is deleted.',
    },
    period: 'Period',
    days: (n: number) => many(n, 'day'),
    select: (name: string) => `Select ${name}`,
    done: 'Cleaned up. The audit log has one entry for it.',
    doneWithRest: (n: number) =>
      `Cleaned up. The audit log has one entry for it. ${count(n)} left in the report.`,
    lastUsed: 'Last used',
    noUse: 'no recorded use',
    notRecorded: ({ days, keepDays, began, due }: UsageRecord) => {
      if (keepDays === 0) return 'Not enough data: usage is not recorded (usage.keepDays is 0).'
      if (keepDays < days)
        return `Not enough data: usage is kept for ${many(keepDays, 'day')} (usage.keepDays), less than the ${many(days, 'day')} of the report.`
      if (began === undefined) return 'Not enough data: no call has been recorded yet.'
      return `Not enough data: recording began on ${began}; the first result is due on ${due}.`
    },
    incomplete: (roleKeys: string) =>
      `The record of usage is incomplete for ${roleKeys}. Rules of these roles are left out.`,
    coveredBy: 'Covered by',
    kept: 'Role that is kept',
    merged: 'Roles that are merged into it',
    roleWithUsers: (key: string, n: number) => `${key} (${many(n, 'user')})`,
  },
  comparison: {
    title: 'Comparison',
    compareWith: 'Compare with…',
    onlyIn: (key: string, n: number) => `Only ${key} (${count(n)})`,
    inBoth: (n: number) => `Both (${count(n)})`,
    covered: 'a wider rule of the other role allows it',
  },
}
