import type { Schema } from '../../platform/http/endpoint/documentation.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  revision,
  text,
  time,
} from '../../platform/http/endpoint/response-schemas.ts'
import { status } from '../user/status-schemas.ts'
import { DATA_SCOPES } from './role.ts'

export const roleFields: Readonly<Record<string, Schema>> = {
  roleId: id,
  roleName: text,
  roleKey: { ...text, description: 'The key in policy rules. The role `admin` may call everything.' },
  dataScope: {
    enum: DATA_SCOPES,
    description:
      '`1` all data, `2` custom departments, `3` own department, `4` own department and below, `5` own data only.',
  },
  deptIds: {
    ...listSchema(id),
    description:
      'The departments of the data scope `2`, without those outside the data scope of the operator.',
  },
  status,
  remark: text,
  revision,
  createdAt: time,
  updatedAt: time,
}

export const roleSchema = objectSchema('Role', roleFields)

export const listedRoleSchema = objectSchema('ListedRole', {
  ...roleFields,
  users: { ...count, description: 'The number of users with this role.' },
  rules: { ...count, description: 'The number of rules of this role.' },
  mayAssign: {
    type: 'boolean',
    description: 'Whether the caller may give the role to a user, and change users who have it.',
  },
  mayChange: { type: 'boolean', description: 'Whether the caller may change or delete the role.' },
})
