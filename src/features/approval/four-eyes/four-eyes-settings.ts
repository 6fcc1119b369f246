import { textList } from '../../../platform/settings/list-types.ts'
import { type Group, integer } from '../../../platform/settings/setting.ts'
import { FOUR_EYES_OPERATIONS, isFourEyesOperation } from './four-eyes-operations.ts'

export const fourEyes = {
  operations: textList({
    typeName: 'list of operations',
    doc: `Operations that a second administrator has to confirm: ${FOUR_EYES_OPERATIONS.map((name) => `\`${name}\``).join(', ')}. Any of them also covers what would get round it: granting the role \`admin\`, the removal of users with this role, and what they log in with. Two enabled users must have the role \`admin\` without an end; with fewer, these operations are refused. Empty: nobody has to confirm anything.`,
    example: ['grant-administration', 'change-administrator-role'],
    check: (name) =>
      isFourEyesOperation(name) ? undefined : `is not one of ${FOUR_EYES_OPERATIONS.join(', ')}`,
  }),
  minutes: integer({
    default: 60,
    min: 5,
    max: 1440,
    unit: 'minutes',
    doc: 'Time from the request of a confirmation until the change has to be made.',
  }),
} satisfies Group
