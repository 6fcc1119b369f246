import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// test/packages builds the packages and installs them. These checks need neither.
const root = join(import.meta.dirname, '..', '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const { engines } = JSON.parse(textOf('package.json'))

test.each(['postinst', 'prerm', 'postrm'])('Debian: the shell accepts %s', async (name) => {
  await promisify(execFile)('sh', ['-n', join(root, 'deploy/debian', name)])
})

test('Debian: the package needs the Node that the service needs', () => {
  const [, required] = /nodejs \(>= ([\d.]+)\)/.exec(textOf('deploy/debian/control')) ?? []
  expect(engines.node).toBe(`>=${required}`)
})

test('Debian: every unit names the program where deploy/README.md installs it, so that the script can replace it', () => {
  const [, program = ''] = /PROGRAM_OF_NPM = '(.+)'/.exec(textOf('tools/packages/debian.mjs')) ?? []
  for (const name of ['castellan.service', 'castellan-backup.service'])
    expect(textOf(`deploy/${name}`), name).toContain(`ExecStart=/usr/bin/node ${program} `)
})

test('Debian: commands in README.Debian are those of deploy/README.md, with the program of the package', () => {
  const commandIn = (path: string) =>
    /systemd-run --quiet.*?castellan doctor --system/s.exec(textOf(path))?.[0].replaceAll(/[\\\s]+/g, ' ')
  expect(commandIn('deploy/debian/README.Debian')).toBe(
    commandIn('deploy/README.md')?.replace('/opt/castellan/bin/castellan', '/usr/bin/castellan'),
  )
})

test('image: the script that needs no engine configures it as the Dockerfile does', () => {
  const { Env, Healthcheck, ...config } = JSON.parse(textOf('deploy/image-config.json'))
  const [, runtime = ''] = textOf('deploy/Dockerfile').split(' AS runtime')
  const lines = runtime.replaceAll(/^#.*\n/gm, '').replaceAll(/ \\\n\s*/g, ' ')
  const last = (name: string): string => lines.match(new RegExp(`(?<=^${name} ).*$`, 'gm'))?.at(-1) ?? ''
  const assignments = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/([\w.]+)=("[^"]*"|\S+)/g)].map(([, name, value = '']) => [
        name,
        value.replaceAll('"', ''),
      ]),
    )
  expect(config).toEqual({
    User: last('USER'),
    ExposedPorts: { [`${last('EXPOSE')}/tcp`]: {} },
    Entrypoint: JSON.parse(last('ENTRYPOINT')),
    Cmd: JSON.parse(last('CMD')),
    Volumes: { [last('VOLUME')]: {} },
    WorkingDir: last('WORKDIR'),
    Labels: assignments(last('LABEL')),
    StopSignal: last('STOPSIGNAL'),
  })
  const [path, ...others] = Env
  expect(path).toMatch(/^PATH=/)
  expect(assignments(others.join(' '))).toEqual(assignments(last('ENV')))

  const [options = '', command = ''] = last('HEALTHCHECK').split(' CMD ')
  expect(Healthcheck.Test).toEqual(['CMD', ...JSON.parse(command)])
  const seconds = (text: string | undefined): number => Number.parseInt(text ?? '', 10) * 1e9
  const { interval, timeout, retries, 'start-period': startPeriod } = optionsIn(options)
  expect(Healthcheck).toMatchObject({
    Interval: seconds(interval),
    Timeout: seconds(timeout),
    StartPeriod: seconds(startPeriod),
    Retries: Number(retries),
  })
})

function optionsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('image: its script runs with the version of Node that the Dockerfile uses', () => {
  const [, major] = /NODE_IMAGE=node:(\d+)-/.exec(textOf('deploy/Dockerfile')) ?? []
  expect(textOf('tools/packages/build-packages.mjs')).toContain(`'node@${major}'`)
})
