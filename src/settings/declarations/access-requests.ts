import { textList } from '../list-types.ts'
import { problemOfRoleKey } from '../role-key.ts'
import type { Group } from '../setting.ts'

export const accessRequests = {
  requests: textList({
    typeName: 'list of role keys',
    doc: 'Roles that users may ask for, for some hours: somebody else who may give the role approves or refuses. Empty: nobody can ask.',
    example: ['on-call'],
    check: problemOfRoleKey,
  }),
} satisfies Group
