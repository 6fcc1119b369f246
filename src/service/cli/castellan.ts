#!/usr/bin/env node
// Everything else is imported after the check: an older Node.js cannot load it.
const MIN_NODE_VERSION = [20, 19] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])) {
  const found = major < MIN_NODE_VERSION[0] ? major : `${major}.${minor}`
  console.error(
    `error: Node ${found} is too old: Castellan needs Node ${MIN_NODE_VERSION.join('.')} or newer. Fix: install it from https://nodejs.org`,
  )
  process.exitCode = 2
} else {
  const { runProgram } = await import('./run-program.ts')
  await runProgram()
}
