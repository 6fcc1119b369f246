// The packages that an installation of the service contains, in the CycloneDX format.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Returns the bill of materials. Packages whose code the build has put into dist/ belong to it, although they are for development. */
export function createSbom() {
  const sbom = listOfNpm()
  const bundled = bundledPackages()
  for (const component of sbom.components) {
    if (bundled.has(component['bom-ref']))
      component.properties = component.properties?.filter((property) => !isDevelopment(property))
  }
  // Not with --omit dev: npm then also omits packages that both the service and a development package need.
  const complete = filterSbom(sbom, ({ properties = [] }) => !properties.some(isDevelopment))
  // npm uses the name of the folder.
  complete.metadata.component.name = readJson('package.json').name
  return complete
}

/** Returns the names and versions, as `antd@6.6.8`, of packages whose code is in dist/. */
export function bundledPackages() {
  const apiDocs = readJson('node_modules/swagger-ui-dist/package.json')
  return new Set([
    ...readJson('dist/bundled-packages.json'),
    ...readJson('dist/console/bundled-packages.json'),
    `${apiDocs.name}@${apiDocs.version}`,
  ])
}

/** Returns a bill of materials with these components only. */
export function filterSbom(sbom, isContained) {
  const components = sbom.components.filter(isContained)
  const contained = new Set([
    sbom.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ])
  const dependencies = sbom.dependencies
    .filter(({ ref }) => contained.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => contained.has(one)) }))
  return { ...sbom, components, dependencies }
}

/** Returns the text of the file. The same contents have the same number and, from the same commit, the same time. */
export function formatSbom({ serialNumber: _, ...sbom }) {
  const timestamp = new Date(sourceDateEpoch() * 1000).toISOString()
  const described = { ...sbom, metadata: { ...sbom.metadata, timestamp } }
  const hash = createHash('sha256').update(JSON.stringify(described)).digest('hex')
  // A UUID of version 8: its bits are those of the hash.
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
  return `${JSON.stringify({ ...described, serialNumber: `urn:uuid:${uuid}` }, undefined, 2)}\n`
}

/** Returns the time that files of a release have: `SOURCE_DATE_EPOCH`, or the time of the commit. */
export function sourceDateEpoch() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  const now = Math.floor(Date.now() / 1000)
  return Number(process.env.SOURCE_DATE_EPOCH ?? (status === 0 ? stdout.trim() : now))
}

function listOfNpm() {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  // Without packages/client: it is not installed with the service.
  const args = ['sbom', ...format, '--package-lock-only', '--workspaces=false']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return JSON.parse(stdout)
  console.error(`npm ${args.join(' ')} failed:\n${stderr || stdout}`)
  process.exit(1)
}

function isDevelopment({ name, value }) {
  return name === 'cdx:npm:package:development' && value === 'true'
}
