import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { castellan, temporaryFolder } from '../support/process.ts'
import { hasTerminal, openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let terminal: Terminal | undefined

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await sendSignal('SIGKILL')
  await terminal?.close()
  await folder.remove()
})

async function sendSignal(signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(Number(await readFile(join(folder.path, 'pid'), 'utf8')), signal)
  } catch {
    // The service has exited.
  }
}

/** Starts the service in a terminal. Returns its address, and what the terminal shows after the start. */
async function start(flags: string[], options: TerminalOptions = {}) {
  const sets = ['application.port=0', ...flags].flatMap((flag) => ['--set', flag])
  const opened = openTerminal(folder.path, ['serve', ...sets], options)
  terminal = opened
  await eventually(() => expect(opened.output()).toMatch(/Password: .*\r\n.*-{64}/))
  const address = String(/listens on (http:\/\/[\d.:]+)/.exec(opened.output())?.[1])
  return { address, shown: () => readable(opened.output()), close: opened.close }
}

/** Returns the output with a visible character for ESC. */
function readable(output: string): string {
  return output.replaceAll('\r\n', '\n').replaceAll('\x1b', '␛')
}

describe.runIf(hasTerminal)('castellan serve in a terminal', () => {
  test('the start ends with the addresses and the password; log lines are coloured and readable', async () => {
    const { address, shown } = await start(['application.mode=dev'])
    const [log = '', end = ''] = shown().split('␛[1mCastellan ')
    expect(log).toMatch(/^␛\[2m\d\d:\d\d:\d\d\.\d{3}␛\[22m ␛\[33mWARN␛\[39m application\.mode is dev/)
    expect(end).toContain(`listens on ${address} (mode dev)␛[22m\nConsole:  ␛[36m${address}/␛[39m\n`)
    expect(end).toContain('\nSettings: flags: application.port, application.mode\n')
    expect(end).toContain('\n  Username: admin\n')
    expect(shown()).not.toContain('listening on')

    await call(`${address}/api/v1/role`)
    await eventually(() =>
      expect(shown()).toMatch(
        /␛\[1mGET␛\[22m \/api\/v1\/role ␛\[33m200␛\[39m ␛\[33mtoken-missing␛\[39m 127\.0\.0\.1 ␛\[2m[\d.]+ ms␛\[22m\n/,
      ),
    )
  })

  test('NO_COLOR: readable lines without colours', async () => {
    const { address, shown } = await start([], { env: { NO_COLOR: '1' } })
    await call(`${address}/api/v1/health`)
    await eventually(() =>
      expect(shown()).toMatch(/\d\d:\d\d:\d\d\.\d{3} GET \/api\/v1\/health 200 127\.0\.0\.1 [\d.]+ ms\n/),
    )
    expect(shown()).not.toContain('␛')
  })

  test('logger.format json: JSON lines', async () => {
    const { shown } = await start(['logger.format=json'])
    expect(shown()).toMatch(/^\{"level":30,.*"msg":"listening on http/m)
  })

  test('two processes: the password is printed after both have started', async () => {
    const sets = ['application.port=0', 'application.mode=dev'].flatMap((flag) => ['--set', flag])
    const opened = openTerminal(folder.path, ['serve', '--processes', '2', ...sets])
    terminal = opened
    await eventually(() => expect(opened.output()).toMatch(/Password: .*\r\n.*-{64}/))
    const [log = '', end = ''] = readable(opened.output()).split('␛[1mCastellan ')
    expect(log.match(/application\.mode is dev/g)).toHaveLength(2)
    expect(end).not.toContain('application.mode is dev')
    await sendSignal('SIGTERM')
    await eventually(() => expect(opened.output().match(/SIGTERM received/g)).toHaveLength(2))
  })

  test('a closed terminal does not end the service', async () => {
    const { address, close } = await start(['application.mode=dev'], { isDetached: true })
    await close()
    for (let count = 0; count < 100; count++) {
      expect((await call(`${address}/api/v1/health`)).body.code).toBe(200)
    }
    await sendSignal('SIGTERM')
    await eventually(async () => {
      const isClosed = await call(`${address}/api/v1/health`).then(
        () => false,
        () => true,
      )
      expect(isClosed).toBe(true)
    })
  })
})

describe.runIf(hasTerminal)('questions before a change', () => {
  test('deleting a user asks, and names the service accounts that stop', async () => {
    const commands = [
      [['migrate'], ''],
      [['role', 'add', 'robot', '--name', 'Robot', '--data-scope', 'all'], ''],
      [['user', 'add', 'dora', '--role', 'robot', '--password-stdin'], 'a long enough password'],
      [['service-account', 'add', 'dora-bot', '--role', 'robot', '--owner', 'dora'], ''],
    ] as const
    for (const [args, input] of commands)
      expect(await castellan(folder.path, args, input)).toMatchObject({ code: 0 })
    for (const [verb, question] of [
      ['disable', 'Disable dora?'],
      ['delete', 'Delete dora?'],
    ] as const) {
      const opened = openTerminal(folder.path, ['user', verb, 'dora'], { isTypedIn: true })
      terminal = opened
      await eventually(() => expect(opened.output()).toContain(question))
      opened.type('n\n')
      const shown = await opened.ended()
      expect(shown).toContain('castellan service-account change dora-bot --owner <name>')
      expect(shown).toContain('nothing was done')
    }
    const left = await castellan(folder.path, ['user', 'list', '--name', 'dora', '--status', 'enabled'])
    expect(left.output).toContain('dora-bot')
    expect(left.output).toMatch(/ dora /)
    const asked = openTerminal(folder.path, ['user', 'delete', 'dora', '--yes'], {})
    terminal = asked
    expect(await asked.ended()).toContain('deleted dora')
  })
})
