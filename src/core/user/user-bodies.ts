import { MAX_METHODS_OF_USER } from '../../features/login-methods.ts'
import { idsBody } from '../../platform/http/endpoint/page-query.ts'
import {
  bodySchema,
  idInput,
  idOrNone,
  longText,
  revisionInput,
  strictBodySchema,
} from '../../platform/http/endpoint/request-schemas.ts'
import { DATA_SCOPES } from '../role/role.ts'
import { statusInput } from './status-schemas.ts'

const roleUntil = {
  anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
  description:
    'When the role ends and the one without an end returns. Null: never. Default: never for another role; otherwise the end stays.',
} as const
const flag = { type: 'boolean' } as const

const loginMethods = {
  type: 'array',
  maxItems: MAX_METHODS_OF_USER,
  items: { type: 'string', format: 'login-method' },
  description: 'The login methods that the user may use. Empty: all that are enabled.',
} as const
const fields = {
  username: longText,
  roleId: idInput,
  status: statusInput,
  pwdChangeDue: flag,
  loginMethods,
  deptId: {
    ...idOrNone,
    description: 'The department. `0`: none. Default for a new user: the department of the operator.',
  },
  dataScope: {
    type: 'string',
    enum: ['', ...DATA_SCOPES],
    description: 'Replaces the data scope of the role, unless it is empty.',
  },
  nickName: longText,
  email: longText,
  phone: longText,
  remark: longText,
} as const

const { ids } = idsBody.properties
/** The bodies of the endpoints of users. */
export const bodies = {
  add: bodySchema('NewUser', ['username', 'roleId'], {
    ...fields,
    password: { ...longText, description: 'Required, unless the user is invited.' },
    invite: {
      ...flag,
      description:
        'Whether the user gets a link by e-mail or SMS to set the password. Then there must be no `password`.',
    },
  }),
  change: bodySchema('UserChange', [], { ...fields, roleUntil, revision: revisionInput, password: longText }),
  password: bodySchema('NewPassword', ['password'], { password: longText, pwdChangeDue: flag }),
  status: bodySchema('StatusChange', ['status'], { status: statusInput }),
  statusOfMany: strictBodySchema('StatusChanges', ['ids', 'status'], { ids, status: statusInput }),
  roleOfMany: strictBodySchema('RoleChanges', ['ids', 'roleId'], { ids, roleId: idInput, roleUntil }),
}
