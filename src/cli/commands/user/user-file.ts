import { createReadStream } from 'node:fs'
import { usernameKey } from '../../../accounts/user/username.ts'
import { readUserCsv } from '../../../administration/import/user-csv.ts'
import type { UserToImport } from '../../../administration/import/user-import.ts'
import type { CommandContext } from '../../context/context.ts'
import { type LineProblem, printLineProblems } from '../../context/file-problems.ts'
import { createProgress } from '../../output/progress.ts'

const USERS_PER_BATCH = 1000
const MAX_PROBLEMS = 100

/** Imports the users of a CSV file. Nothing is imported if a line is invalid. */
export async function importUserFile(context: CommandContext, file: string) {
  const count = await checkFile(context, file)
  return importUsers(context, file, count)
}

/** Returns the number of users in the file. Throws after printing a line for each problem. */
async function checkFile(context: CommandContext, file: string): Promise<number> {
  const problems: LineProblem[] = []
  const lines = new Map<string, number>()
  const roles = new Map<string, boolean>()
  let batch: { line: number; username: string }[] = []
  let badCount = 0
  const report = (line: number, problem: string): void => {
    badCount++
    if (problems.length < MAX_PROBLEMS) problems.push({ line, problem })
  }

  const compare = async (): Promise<void> => {
    const holders = await context.users.holdersOf(batch.map(({ username }) => username))
    for (const { line, username } of batch) {
      const holder = holders.get(usernameKey(username))
      if (holder && holder.username !== username)
        report(line, `"${username}" looks the same as the user "${holder.username}"`)
    }
    batch = []
  }

  for await (const row of readUserCsv(createReadStream(file))) {
    const { line } = row
    if ('problem' in row) {
      report(line, row.problem)
      continue
    }
    const { username, roleKey } = row.user
    const key = usernameKey(username)
    const earlier = lines.get(key)
    if (earlier !== undefined)
      report(line, `"${username}" is there already, or looks the same, in line ${earlier}`)
    lines.set(key, line)
    const isRole = roles.get(roleKey) ?? (await context.roles.findByKey(roleKey)) !== undefined
    roles.set(roleKey, isRole)
    if (!isRole) report(line, `there is no role "${roleKey}"`)
    batch.push({ line, username })
    if (batch.length === USERS_PER_BATCH) await compare()
  }
  await compare()
  if (badCount === 0) return lines.size
  printLineProblems(
    problems.toSorted((a, b) => a.line - b.line),
    badCount,
  )
  throw new Error(`nothing was imported: ${badCount} problems`)
}

async function importUsers(context: CommandContext, file: string, count: number) {
  const startedAt = Date.now()
  const progress = createProgress('importing', count)
  let added = 0
  let known = 0
  let batch: UserToImport[] = []
  const store = async (): Promise<void> => {
    if (batch.length === 0) return
    const outcome = await context.userAdministration.importMany(batch)
    added += outcome.added
    known += outcome.known
    batch = []
    progress.update(added + known)
  }
  for await (const row of readUserCsv(createReadStream(file))) {
    if ('problem' in row)
      throw new Error(`the file changed during the import: line ${row.line}: ${row.problem}`)
    batch.push(row.user)
    if (batch.length === USERS_PER_BATCH) await store()
  }
  await store()
  progress.end()
  return { added, known, seconds: Math.round((Date.now() - startedAt) / 100) / 10 }
}
