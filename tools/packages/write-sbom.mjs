// Writes dist/sbom.cdx.json, which the npm package contains.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createSbom, formatSbom } from './sbom.mjs'

writeFileSync(fileURLToPath(new URL('../../dist/sbom.cdx.json', import.meta.url)), formatSbom(createSbom()))
