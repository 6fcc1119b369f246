import { integer } from '../../platform/settings/setting.ts'

/** The department of a mapping. */
export const departmentId = integer({
  default: 0,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  doc: 'Id of a department.',
  example: 7,
})
