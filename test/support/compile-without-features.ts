import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sourcesWithout } from './features.ts'

const root = join(import.meta.dirname, '..', '..')

/** Writes a copy of the service without some features, which is deleted after the test. Returns its folder. */
export function copyWithout(deleted: ReadonlySet<string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-without-features-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['node_modules', 'packages']) symlinkSync(join(root, name), join(folder, name))
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name))
  for (const [path, text] of sourcesWithout(deleted)) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true })
    writeFileSync(join(folder, 'src', path), text)
  }
  return folder
}

/** Compiles the service without some features. Returns what the compiler reports. */
export function compileWithout(deleted: ReadonlySet<string>): string {
  // A variable or a parameter that only a deleted line has used is found by the linter.
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false']
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  return spawnSync(compiler, ['--noEmit', '-p', 'tsconfig.build.json', ...unused], {
    cwd: copyWithout(deleted),
    encoding: 'utf8',
  }).stdout
}
