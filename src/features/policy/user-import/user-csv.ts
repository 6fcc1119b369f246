import { problemOfUsername } from '../../../core/user/name/username.ts'
import { DISABLED, ENABLED, type Status } from '../../../core/user/status.ts'
import { problemOfDetails } from '../../../core/user/user.ts'
import { CsvError, readCsv } from '../../../platform/csv/csv-reader.ts'
import { USER_COLUMNS, type UserColumn } from './user-csv-columns.ts'
import { problemOfHash, type UserToImport } from './user-import.ts'

const MAX_USERS = 1_000_000

/** A row of the file: the user, or what is wrong with the row. */
export type UserRow =
  | { readonly line: number; readonly user: UserToImport }
  | { readonly line: number; readonly problem: string }

const STATES: ReadonlyMap<string, Status> = new Map([
  ['', ENABLED],
  [ENABLED, ENABLED],
  [DISABLED, DISABLED],
  ['enabled', ENABLED],
  ['disabled', DISABLED],
])
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['', false],
  ['true', true],
  ['false', false],
])

/** Reads users from CSV whose first line has the column names. An error that ends the reading is the last row. */
export async function* readUserCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<UserRow> {
  let columns: readonly UserColumn[] | undefined
  let count = 0
  try {
    for await (const { line, fields } of readCsv(chunks)) {
      if (columns === undefined) {
        const header = columnsOf(fields)
        if ('problem' in header) return yield { line, problem: header.problem }
        columns = header.columns
        continue
      }
      if (++count > MAX_USERS)
        return yield { line, problem: `there are more than ${MAX_USERS} users: split the file` }
      yield { line, ...rowOf(columns, fields) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return yield { line: error.line, problem: error.problem }
  }
  if (columns === undefined) yield { line: 1, problem: `the file is empty: ${HEADER}` }
}

const HEADER = `begin with a line of column names, ${USER_COLUMNS.required.join(', ')} and any of ${USER_COLUMNS.optional.join(', ')}`

function columnsOf(
  names: readonly string[],
): { readonly columns: readonly UserColumn[] } | { readonly problem: string } {
  const columns = names.flatMap((name) =>
    [...USER_COLUMNS.required, ...USER_COLUMNS.optional].filter((known) => known === name.trim()),
  )
  const unknown = names.find((name) => !columns.some((known) => known === name.trim()))
  if (names.some((name) => name.includes('\r'))) {
    return { problem: 'the lines end with CR alone: save the file with CRLF or LF' }
  }
  if (unknown === 'password')
    return { problem: 'passwords are imported as hashes: use the column "passwordHash"' }
  if (unknown !== undefined) return { problem: `there is no column "${unknown}": ${HEADER}` }
  if (new Set(columns).size < columns.length) return { problem: 'a column is named twice' }
  const missing = USER_COLUMNS.required.find((name) => !columns.includes(name))
  return missing === undefined ? { columns } : { problem: `the column "${missing}" is missing: ${HEADER}` }
}

function rowOf(
  columns: readonly UserColumn[],
  fields: readonly string[],
): { readonly user: UserToImport } | { readonly problem: string } {
  if (fields.length !== columns.length)
    return { problem: `the row has ${fields.length} fields, but there are ${columns.length} columns` }
  const values = new Map(columns.map((column, i) => [column, fields[i] ?? '']))
  const text = (column: UserColumn): string => values.get(column) ?? ''
  const status = STATES.get(text('status'))
  const pwdChangeDue = FLAGS.get(text('pwdChangeDue'))
  const user = {
    username: text('username'),
    roleKey: text('roleKey'),
    passwordHash: text('passwordHash'),
    nickName: text('nickName'),
    email: text('email'),
    phone: text('phone'),
    remark: text('remark'),
    deptId: text('deptId') === '' ? undefined : Number(text('deptId')),
    status,
    pwdChangeDue,
  }
  const problem =
    problemOfUsername(user.username)?.en ??
    problemOfDetails(user)?.en ??
    problemOfHash(user)?.en ??
    (/^\d{0,15}$/.test(text('deptId')) ? undefined : 'deptId must be the number of a department.') ??
    (status === undefined ? 'status must be enabled or disabled.' : undefined) ??
    (pwdChangeDue === undefined ? 'pwdChangeDue must be true or false.' : undefined)
  return problem === undefined ? { user } : { problem }
}
