import { readDatabaseUrl } from '../database-url.ts'
import type { Group } from '../setting.ts'
import { text } from '../value-types.ts'

function problemOfDatabaseUrl(url: string): string | undefined {
  const outcome = readDatabaseUrl(url)
  return 'problem' in outcome ? outcome.problem : undefined
}

export const database = {
  url: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'Where users, roles, policy and the login log live: `sqlite:PATH` (`sqlite:data/castellan.db`, `sqlite:///var/lib/castellan.db`) or `sqlite::memory:`. Empty: `castellan.db` in the data folder.',
    example: 'sqlite:///var/lib/castellan/castellan.db',
    check: problemOfDatabaseUrl,
  }),
} satisfies Group
