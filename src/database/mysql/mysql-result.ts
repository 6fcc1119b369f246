import type { QueryResult } from 'kysely'
import type { FieldPacket, ResultSetHeader, RowDataPacket } from 'mysql2/promise'

const BIGINT = 8

/** Converts the result of `mysql2` to that of Kysely. */
export function resultOf(
  result: RowDataPacket[] | ResultSetHeader,
  fields: readonly FieldPacket[],
): QueryResult<unknown> {
  if (!Array.isArray(result)) return changeOf(result)
  refuseLargeIntegers(result, fields)
  return { rows: result }
}

function changeOf({ insertId, affectedRows, info }: ResultSetHeader): QueryResult<unknown> {
  // The server counts the rows that an update changed; the other products count those that it matched.
  const matched = /^Rows matched: (\d+)/.exec(info)?.[1]
  const change = { rows: [], numAffectedRows: BigInt(matched ?? affectedRows) }
  return insertId === 0 ? change : { ...change, insertId: BigInt(insertId) }
}

/** Throws for integers that JavaScript cannot represent exactly: `mysql2` returns them as strings. */
function refuseLargeIntegers(rows: readonly RowDataPacket[], fields: readonly FieldPacket[]): void {
  for (const { name, columnType } of fields) {
    if (columnType !== BIGINT) continue
    for (const row of rows) {
      const value: unknown = row[name]
      if (typeof value === 'string') throw new RangeError(`${value} is too large to be read as a number`)
    }
  }
}
