import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runProgram } from '../../support/run-program.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Packing compresses a hundred megabytes. */
export const BUILD_TIMEOUT_MS = 3_600_000

/** Runs `npm run package` without the build of dist/, which other tests use. */
export async function buildPackage(name: string, output: string, umask = '022'): Promise<void> {
  const command = `umask ${umask}; node tools/packages/build-packages.mjs "$1" --output "$2"`
  await succeed('sh', ['-c', command, 'sh', name, output], { cwd: root })
}

/** Returns the output of a program that has to succeed. */
export async function succeed(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { code, output } = await runProgram(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${output}`)
  return output
}

/** Expects the files of one package beside their checksums, and returns the path of the package. */
export async function expectRelease(folder: string, ending: string): Promise<string> {
  const names = (await readdir(folder)).sort()
  const name = names.find((one) => one.endsWith(ending)) ?? ''
  expect(names).toEqual(['SHA256SUMS', name, `${name}.cdx.json`])
  await succeed('sha256sum', ['--strict', '--check', 'SHA256SUMS'], { cwd: folder })
  return join(folder, name)
}

export async function sha256(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

interface Sbom {
  readonly bomFormat: string
  readonly serialNumber: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[]
}

export async function readSbom(file: string): Promise<Sbom> {
  const sbom: Sbom = JSON.parse(await readFile(file, 'utf8'))
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  return sbom
}

/** Expects that a bill of materials names exactly the packages in a folder of npm, and those in the console. */
export async function expectInstalledPackages(sbom: Sbom, nodeModules: string): Promise<void> {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(
    await readFile(join(nodeModules, '.package-lock.json'), 'utf8'),
  )
  const named = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))
  const installed = Object.entries(packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  )
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter((one) => !named.has(one))).toEqual([])
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['antd', 'react-dom', 'swagger-ui-dist']))
  for (const absent of ['vitest', '@napi-rs/canvas-win32-x64-msvc']) expect(names).not.toContain(absent)
}
