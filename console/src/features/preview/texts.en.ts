import { many } from '../../shell/language/counts.en.ts'

export const texts = {
  preview: {
    title: 'Effect of the change',
    recorded: 'Recorded calls',
    loading: 'Comparing with routes and recorded calls …',
    administers: (roles: string) =>
      `${roles} will be able to change users, roles, departments or permissions.`,
    opens: 'Becomes possible:',
    openedOf: {
      service: (n: number) => `${many(n, 'route')} of the administration`,
      app: (n: number) => `${many(n, 'route')} of the app`,
      upstream: (n: number) => `${many(n, 'route')} of upstream services`,
    },
    openedList: 'Show the routes',
    inPart: 'in part',
    closedParent: (path: string) => `${path} itself stays closed: /* allows only what is below it.`,
    administrationAsk: 'Grant administration?',
    lossAsk: 'Remove access that is in use?',
    hiddenAsk: 'Add rules without a preview?',
    hiddenHelp:
      'Your role may not preview changes, so what the rules open cannot be shown. They may let a role change users, roles, departments or rules.',
    grantAdministration: 'Grant administration',
    seesMore: (users: number, members: number, departments: number) =>
      departments + members === 0
        ? `${many(users, 'user')} additionally ${users === 1 ? 'sees' : 'see'} own rows, or rows without a department.`
        : `${many(users, 'user')} additionally ${users === 1 ? 'sees' : 'see'} ${many(members, 'user')} in ${many(departments, 'department')}.`,
    seesLess: (users: number, members: number, departments: number) =>
      departments + members === 0
        ? `${many(users, 'user')} no longer ${users === 1 ? 'sees' : 'see'} own rows, or rows without a department.`
        : `${many(users, 'user')} no longer ${users === 1 ? 'sees' : 'see'} ${many(members, 'user')} in ${many(departments, 'department')}.`,
    sameData: 'No enabled user sees more or less data.',
    none: 'No recorded call is affected.',
    nothingRecorded: 'No calls are recorded yet.',
    recordOff: 'The record of calls is off (usage.keepDays is 0).',
    since: (date: string) => `Calls are recorded since ${date}.`,
    roleWithUsers: (role: string, n: number) => `${role} (${many(n, 'enabled user')})`,
    loses: (role: string) => `${role} loses`,
    losesPart: (role: string) => `${role} loses part of`,
    gains: (role: string) => `${role} gains`,
    gainsPart: (role: string) => `${role} gains part of`,
    used: (n: number) => `used ${many(n, 'time')}, last`,
    refused: (n: number) => `refused ${many(n, 'time')}, last`,
    more: (n: number) => `… and ${n} more`,
  },
}
