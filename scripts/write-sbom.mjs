// Writes dist/sbom.cdx.json: the packages that an installation of the release contains, in the CycloneDX format. Those whose code the build
// has put into dist/ belong to it, although they are development dependencies.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
if (status !== 0) {
  console.error(`npm ${args.join(' ')} failed:\n${stderr || stdout}`)
  process.exit(1)
}
const sbom = JSON.parse(stdout)
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const apiDocs = readJson('node_modules/swagger-ui-dist/package.json')
const bundled = new Set([
  ...readJson('dist/server/console/site/bundled-packages.json'),
  `${apiDocs.name}@${apiDocs.version}`,
])
for (const component of sbom.components) {
  if (bundled.has(component['bom-ref']))
    component.properties = component.properties?.filter((property) => !isDevelopment(property))
}
// Not with --omit dev: npm then also omits packages that both the service and a development package need.
const omitted = new Set(
  sbom.components
    .filter(({ properties = [] }) => properties.some(isDevelopment))
    .map((component) => component['bom-ref']),
)
sbom.components = sbom.components.filter((component) => !omitted.has(component['bom-ref']))
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => !omitted.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !omitted.has(one)) }))
// npm uses the name of the folder.
sbom.metadata.component.name = readJson('package.json').name
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`)

function isDevelopment({ name, value }) {
  return name === 'cdx:npm:package:development' && value === 'true'
}
