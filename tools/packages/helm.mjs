// Packs the Helm chart. Its bill of materials names the chart and the image that it runs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive, compress, release, root, run, setModes, version } from './release.mjs'
import { formatSbom } from './sbom.mjs'

await release((folder) => {
  run('cp', ['-R', join(root, 'deploy/helm/castellan'), folder])
  const ref = `castellan-chart@${version}`
  const image = { 'bom-ref': `castellan-image@${version}`, type: 'container', name: 'castellan', version }
  const sbom = formatSbom({
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { 'bom-ref': ref, type: 'application', name: 'castellan-chart', version } },
    components: [image],
    dependencies: [{ ref, dependsOn: [image['bom-ref']] }],
  })
  writeFileSync(join(folder, 'castellan/sbom.cdx.json'), sbom)
  setModes(folder)
  const name = `castellan-helm-${version}.tgz`
  return { [name]: compress(archive(folder, { member: 'castellan' })), [`${name}.cdx.json`]: sbom }
})
