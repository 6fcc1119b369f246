/**
 * Measures the CPU time of a protected request and of a captcha against a server made of the libraries of go-admin
 * (tools/bench/peers/go-admin). Needs Go and gcc, and a build of the service (`npm run build`). Prints tables; writes nothing.
 *
 *   npx tsx tools/bench/go-admin.ts            all measurements
 *   npx tsx tools/bench/go-admin.ts --smoke    tiny sizes, only to check that it runs
 *   npx tsx tools/bench/go-admin.ts --address http://127.0.0.1:8000 --pid 1234 --token TOKEN
 *                                              any running go-admin on this machine, beside Castellan; needs no Go
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createCaptchaImages } from '../../src/core/login/captcha/captcha-rendering.ts'
import { randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import { openContext } from '../../test/support/context.ts'
import { end, startExecutable } from './harness/children.ts'
import { interleave, type Round } from './harness/rounds.ts'
import { type Figure, figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { roleKeyOf } from './rules.ts'
import { startCastellan } from './servers/castellan.ts'
import { logIn, preparePlace, removeFirstPlace, USERNAME } from './servers/place.ts'

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    address: { type: 'string' },
    pid: { type: 'string' },
    token: { type: 'string' },
    /** How many rules the running go-admin has, and in how many roles: Castellan gets as many. */
    rules: { type: 'string', default: '10' },
    roles: { type: 'string', default: '1' },
  },
})

const ROLES = [1, 20]
/** A request takes the peer longer with more rules, so it gets fewer of them per round. */
const SIZES = values.smoke
  ? [{ rules: 10, peerRequests: 20 }]
  : [
      { rules: 10, peerRequests: 300 },
      { rules: 1000, peerRequests: 100 },
      { rules: 10_000, peerRequests: 20 },
    ]
const OWN_REQUESTS = values.smoke ? 20 : 1000
const ROUNDS = values.smoke ? 1 : 7
const WARM_UP_ROUNDS = values.smoke ? 0 : 3
const CAPTCHAS_PER_ROUND = values.smoke ? 5 : 200
const CONNECTIONS = 4
/** The row of the user who sends the request. */
const USER_PATH = '/api/v1/sys-user/1'
/** The rule that allows the request. */
const ALLOWED_PATH = '/api/v1/sys-user/:id'
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
/** The rules that every place has for the role of the user (servers/place.ts). */
const RULES_OF_PLACE = 4
/** go-admin refuses more than 200 requests per second. */
const REQUESTS_PER_SECOND = 150
const REQUESTS_TO_RUNNING = values.smoke ? 5 : 300
/** As many routes as the exclusion list of go-admin has, and as many of them with a parameter. */
const EXCLUDED = [
  ...Array.from({ length: 26 }, (_, number) => [`/api/v1/excluded-${number}`, 'GET']),
  ...Array.from({ length: 7 }, (_, number) => [`/api/v1/excluded-with-id-${number}/:id`, 'GET']),
]
/** The kernel reports CPU time in these units. */
const MICROSECONDS_PER_TICK = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-go-admin-'))
const peerProgram = join(folder, 'go-admin-parts')
const load = startLoad()
try {
  await (values.address === undefined ? measureParts() : measureRunning(runningPeer(values)))
} finally {
  await load.close()
  await removeFirstPlace()
  rmSync(folder, { recursive: true, force: true })
}

/** Measures the server made of the libraries of go-admin. */
async function measureParts(): Promise<void> {
  execFileSync('go', ['build', '-o', peerProgram, '.'], {
    cwd: join(import.meta.dirname, 'peers', 'go-admin'),
    stdio: 'inherit',
  })
  printMachine()
  console.log('\n| rules | roles | Castellan | parts of go-admin | ratio |\n|---|---|---|---|---|')
  for (const { rules, peerRequests } of SIZES) {
    for (const roles of ROLES) {
      const listed = rulesOf(rules, roles)
      const start = () => startPeer(listed)
      console.log(await measureRequests({ rules: listed, roles, peerRequests, startPeer: start }))
    }
  }
  console.log('\n| captcha | CPU time | length of the data URI |\n|---|---|---|')
  for (const row of await measureCaptchas()) console.log(row)
  printMachine()
}

/** Measures a running go-admin, whose rules are its own. */
async function measureRunning(peer: Peer): Promise<void> {
  const [rules, roles] = [Number(values.rules), Number(values.roles)]
  if (!(rules > 0 && roles > 0)) throw new Error('--rules and --roles expect whole numbers from 1')
  printMachine()
  console.log('\n| rules | roles | Castellan | go-admin | ratio |\n|---|---|---|---|---|')
  const pace = { perSecond: REQUESTS_PER_SECOND }
  const startPeer = async () => peer
  const options = { rules: rulesOf(rules, roles), roles, peerRequests: REQUESTS_TO_RUNNING, startPeer, pace }
  console.log(await measureRequests(options))
  printMachine()
}

function runningPeer({ address = '', pid, token }: typeof values): Peer {
  if (pid === undefined || token === undefined) throw new Error('--address needs --pid and --token')
  return { pid: Number(pid), port: Number(new URL(address).port), token, end: async () => {} }
}

function printMachine(): void {
  const load = loadavg().map((average) => average.toFixed(1))
  console.log(`${cpus().length} cores, load average ${load.join(', ')}, Node ${process.versions.node}`)
}

interface Comparison {
  readonly rules: readonly PolicyRule[]
  readonly roles: number
  readonly peerRequests: number
  startPeer(): Promise<Peer>
  /** The pace of the requests to both. */
  readonly pace?: { readonly perSecond: number }
}

async function measureRequests({ rules, roles, peerRequests, startPeer, pace }: Comparison): Promise<string> {
  const place = await preparePlace(RULES_OF_PLACE)
  const { policyAdministration, roleAdministration, close } = await openContext(place.databaseUrl)
  const isPeersRule = (rule: PolicyRule) => rule.path === ALLOWED_PATH
  const others = rules
    .filter((rule) => !isPeersRule(rule))
    .slice(0, Math.max(0, rules.length - RULES_OF_PLACE - 1))
  await policyAdministration.add([...others, ...rules.filter(isPeersRule)])
  // The role sees the row. The change ends the sessions, so the user logs in again.
  await roleAdministration.change(roleKeyOf(0), { dataScope: '1' })
  await close()
  const token = await logIn(place.folder, USERNAME)
  const own = await startCastellan(place)
  const peer = await startPeer()
  try {
    const costs = await interleave(
      ROUNDS,
      {
        own: roundOf(own, get(USER_PATH, token), pace ? peerRequests : OWN_REQUESTS, pace),
        peer: roundOf(peer, get(USER_PATH, peer.token), peerRequests, pace),
      },
      WARM_UP_ROUNDS,
    )
    return row([
      rules.length.toLocaleString('en'),
      String(Math.min(roles, rules.length)),
      micros(figureOf(costs.own)),
      micros(figureOf(costs.peer)),
      `${text(ratioOf(costs.peer, costs.own))}`,
    ])
  } finally {
    await Promise.all([own.end(), peer.end()])
    await place.remove()
  }
}

/** Returns rules spread over the roles. The rule that allows the request is in the middle of the list. */
function rulesOf(count: number, roles: number): PolicyRule[] {
  const rules = Array.from({ length: count }, (_, number) => {
    const ofRole = Math.floor(number / roles)
    const path = `/api/v1/resource-${Math.floor(ofRole / METHODS.length)}/:id`
    return { roleKey: roleKeyOf(number % roles), path, method: METHODS[ofRole % METHODS.length] ?? 'GET' }
  })
  rules[Math.floor(count / 2)] = { roleKey: roleKeyOf(0), path: ALLOWED_PATH, method: 'GET' }
  return rules
}

interface Peer {
  readonly pid: number
  readonly port: number
  readonly token: string
  end(): Promise<void>
}

async function startPeer(rules: readonly PolicyRule[]): Promise<Peer> {
  const place = mkdtempSync(join(folder, 'peer-'))
  const settings = join(place, 'settings.json')
  writeFileSync(
    settings,
    JSON.stringify({
      database: join(place, 'peer.db'),
      roleKey: roleKeyOf(0),
      rules: rules.map(({ roleKey, path, method }) => [roleKey, path, method]),
      excluded: EXCLUDED,
    }),
  )
  const log = openSync(join(place, 'log'), 'a')
  const child = startExecutable(peerProgram, [settings], { stdio: ['ignore', 'pipe', log] })
  if (!child.stdout || child.pid === undefined) throw new Error('the peer did not start')
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...JSON.parse(line), pid: child.pid, end: () => end(child) }
  }
  throw new Error(`the peer did not start: ${readFileSync(join(place, 'log'), 'utf8')}`)
}

/** Returns a round of requests, which returns the CPU time per request in microseconds. */
function roundOf(
  { pid, port }: Pick<Peer, 'pid' | 'port'>,
  request: string,
  requests: number,
  pace: { readonly perSecond?: number } = {},
): Round {
  return async () => {
    const before = cpuMicroseconds(pid)
    withoutErrors(await load.run({ port, request, connections: CONNECTIONS, requests, ...pace }))
    return (cpuMicroseconds(pid) - before) / requests
  }
}

/** Returns utime and stime of a process, which include all of its threads. */
function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field, the name, is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK
}

async function measureCaptchas(): Promise<string[]> {
  const images = createCaptchaImages()
  const lengths = { own: [] as number[], digits: [] as number[], letters: [] as number[] }
  const peerRound = (kind: 'digits' | 'letters'): Round => {
    return () => {
      const output = execFileSync(peerProgram, ['captcha', kind, String(CAPTCHAS_PER_ROUND)], {
        encoding: 'utf8',
      })
      const measured = JSON.parse(output)
      lengths[kind].push(...measured.lengths)
      return measured.microseconds
    }
  }
  try {
    const costs = await interleave(
      ROUNDS,
      {
        own: async () => {
          const before = process.cpuUsage()
          for (let made = 0; made < CAPTCHAS_PER_ROUND; made++) {
            lengths.own.push((await images.create(randomCaptchaText())).length)
          }
          const { user, system } = process.cpuUsage(before)
          return (user + system) / CAPTCHAS_PER_ROUND
        },
        digits: peerRound('digits'),
        letters: peerRound('letters'),
      },
      WARM_UP_ROUNDS,
    )
    const names = {
      own: 'Castellan',
      digits: 'base64Captcha, four digits (the default of go-admin)',
      letters: 'base64Captcha, four letters or digits',
    }
    return (['own', 'digits', 'letters'] as const).map((kind) =>
      row([names[kind], micros(figureOf(costs[kind])), percentile(lengths[kind], 0.5).toLocaleString('en')]),
    )
  } finally {
    await images.close()
  }
}

function micros(figure: Figure): string {
  return `${text(figure)} µs`
}

function text({ median, spread }: Figure): string {
  const [value, low, high] = [median, ...spread].map((number) =>
    Number(number.toPrecision(3)).toLocaleString('en'),
  )
  return `${value} (${low} to ${high})`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
