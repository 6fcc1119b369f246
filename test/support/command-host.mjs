// Runs commands of the built package one after the other in one process: loading its modules takes most of the time of a command.
// Reads one request per line from standard input, and writes one result per line to file descriptor 3.
import { Console } from 'node:console'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runProgram } from '../../dist/service/cli/run-program.js'

const RESULTS = 3

for await (const line of createInterface({ input: process.stdin })) {
  const result = await runCommand(JSON.parse(line))
  writeSync(RESULTS, `${JSON.stringify(result)}\n`)
}
process.exit()

async function runCommand({ folder, args, input, env }) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  for (const [name, value] of Object.entries({ stdin, stdout, stderr })) {
    Object.defineProperty(process, name, { value, configurable: true })
  }
  globalThis.console = new Console(stdout, stderr)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  process.exitCode = undefined
  stdin.end(input)
  const printed = Promise.all([text(stdout), text(stderr)])
  await runProgram()
  stdout.end()
  stderr.end()
  const [output, errors] = await printed
  return { code: process.exitCode ?? 0, output, errors }
}
