// The service as it is installed: dist/ and the packages that it needs.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, setModes } from './release.mjs'
import { bundledPackages, createSbom, filterSbom, formatSbom } from './sbom.mjs'

/**
 * Puts the service into a folder. Returns the text of its bill of materials, which is in dist/ too; it also lists the other components of
 * the package.
 */
export function installApplication(folder, otherComponents = []) {
  mkdirSync(folder, { recursive: true })
  const forNpm = ['package.json', 'package-lock.json', '.npmrc']
  for (const name of forNpm) cpSync(join(root, name), join(folder, name))
  // No install scripts run: packages with native code contain prebuilt binaries.
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  run('npm', ['ci', ...options], { cwd: folder })
  for (const name of forNpm.slice(1)) rmSync(join(folder, name))
  removeOtherPlatforms(join(folder, 'node_modules/@photostructure/sqlite'))
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('-built'),
  })
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name))
  const { components, ...sbom } = sbomOf(folder)
  const text = formatSbom({ ...sbom, components: [...components, ...otherComponents] })
  writeFileSync(join(folder, 'dist/sbom.cdx.json'), text)
  setModes(folder)
  return text
}

/** This package contains binaries for every platform, and the sources of SQLite. Others have a package per platform. */
function removeOtherPlatforms(folder) {
  const kept = `${process.platform}-${process.arch}`
  const binaries = join(folder, 'prebuilds')
  for (const name of readdirSync(binaries))
    if (name !== kept) rmSync(join(binaries, name), { recursive: true })
  rmSync(join(folder, 'src'), { recursive: true })
}

/** The lock file also names packages for other platforms. */
function sbomOf(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const installed = Object.entries(packages).map(
    ([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
  )
  const contained = new Set([...installed, ...bundledPackages()])
  return filterSbom(createSbom(), (component) => contained.has(component['bom-ref']))
}
