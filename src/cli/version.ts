import { readFileSync } from 'node:fs'

/** The package's version. */
export const version: string = readVersion()

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const manifest: unknown = JSON.parse(text)
  const found =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
  return String(found)
}
