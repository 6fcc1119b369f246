// node tools/openapi/lint.mjs
// Lints docs/reference/openapi.json with Redocly's recommended rules. Warnings fail too.
import { fileURLToPath } from 'node:url'
import { installPackages } from '../install-packages.mjs'

installPackages('openapi')
const { createConfig, formatProblems, getTotals, lint } = await import('@redocly/openapi-core')

const ref = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url))
const config = await createConfig({ extends: ['recommended'] })
const problems = await lint({ ref, config })
const totals = getTotals(problems)
formatProblems(problems, { format: 'codeframe', totals, version: '', cwd: process.cwd() })
if (totals.errors + totals.warnings > 0) process.exitCode = 1
