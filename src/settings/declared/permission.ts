import { recordList } from '../list-types.ts'
import { readExclusion } from '../records.ts'
import type { Group } from '../setting.ts'

export const permission = {
  exclude: recordList({
    default: [],
    typeName: 'list of `{method, path}`',
    doc: 'Endpoints that skip the permission check, on top of login, logout, captcha and own profile. Every logged-in user can call them, whatever the role: never list a business endpoint. In a variable or a flag: as JSON.',
    example: [{ method: 'GET', path: '/api/v1/notice/:id' }],
    readRecord: readExclusion,
  }),
} satisfies Group
