import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { expect, onTestFinished, test } from 'vitest'
import { createTables as createGinVueAdmin, fill as fillGinVueAdmin } from '../contract/old-gin-vue-admin.ts'
import { createGoAdminTables, fillGoAdmin, OLD_PASSWORD } from '../contract/old-go-admin.ts'
import { createTables as createRuoyi, fill as fillRuoyi } from '../contract/old-ruoyi.ts'
import { type OldPlace, onSqlite } from '../contract/old-systems.ts'
import { castellan, folderWithSettings } from '../support/process.ts'
import { commandsOf, matchesShownOutput } from '../support/shell-blocks.ts'

const pageOf = (system: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'how-to', `migrate-from-${system}.md`), 'utf8')

type Prepare = (old: OldPlace, hash: string) => Promise<void>

const systems: readonly [string, Prepare, Prepare][] = [
  ['go-admin', (old) => createGoAdminTables(old), fillGoAdmin],
  ['gin-vue-admin', (old) => createGinVueAdmin(old), fillGinVueAdmin],
  ['ruoyi', (old) => createRuoyi(old), fillRuoyi],
]

test.each(systems)(
  'docs/how-to/migrate-from-%s.md: the commands work, with the output that is shown',
  async (system, create, fill) => {
    const old = await onSqlite()
    await create(old, '')
    await fill(old, await bcryptHash(OLD_PASSWORD, 10))
    const folder = await folderWithSettings()
    onTestFinished(folder.remove)
    const page = pageOf(system)
    await writeFile(join(folder.path, 'old-database.txt'), `${old.url}\n`)
    const [permissions] = /(?<=```yaml\n).*?(?=```)/s.exec(page) ?? []
    if (permissions !== undefined) await writeFile(join(folder.path, 'permissions.yml'), permissions)
    await castellan(folder.path, ['migrate'])
    // A backup without users is not restored.
    await castellan(
      folder.path,
      ['user', 'add', 'keeper', '--role', 'admin', '--password-stdin'],
      OLD_PASSWORD,
    )
    const commands = commandsOf(page)
    expect(commands.length).toBe(5)
    for (const { command, output: shown } of commands) {
      const { code, output, errors } = await castellan(
        folder.path,
        command.replace(/^npx castellan /, '').split(' '),
      )
      expect(code, `${command}\n${errors}`).toBe(0)
      if (shown !== undefined)
        expect(matchesShownOutput(output, shown), `${command}\n${output}\ninstead of\n${shown}`).toBe(true)
    }
    const { output } = await castellan(folder.path, ['user', 'list', '--json'])
    expect(JSON.parse(output)).toMatchObject([{ username: 'keeper' }])
  },
)
