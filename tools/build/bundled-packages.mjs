// Writes which packages have code in an output of the build, and their licences.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `bundled-packages.json`, for the software bill of materials, and `third-party-licenses.txt` into a folder. */
export function writeBundledPackages(output, folder) {
  const packages = packagesIn(output)
  const names = packages.map(({ id }) => id)
  writeFileSync(join(folder, 'bundled-packages.json'), `${JSON.stringify(names, undefined, 2)}\n`)
  writeFileSync(join(folder, 'third-party-licenses.txt'), packages.map(licenseOf).join('\n\n'))
}

/** Returns the packages with code in these files, with their names and versions as `antd@6.6.8`. */
function packagesIn(output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
  const packages = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { id: `${name}@${version}`, license, folder }
  })
  // The same version can be installed in two folders.
  const different = new Map(packages.map((one) => [one.id, one]))
  return [...different.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Returns the name of a package, its licence, and the text of the licence if the package has one. */
function licenseOf({ id, license, folder }) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice)/i.test(name))
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return [`# ${id} (${license})`, ...texts].join('\n\n')
}
