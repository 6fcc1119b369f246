const REQUIRED = ['username', 'roleKey', 'passwordHash'] as const
const OPTIONAL = ['nickName', 'email', 'phone', 'remark', 'deptId', 'status', 'pwdChangeDue'] as const

/** The columns of a file of users. */
export const USER_COLUMNS = { required: REQUIRED, optional: OPTIONAL }

export type UserColumn = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
