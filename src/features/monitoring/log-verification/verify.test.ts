import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogModel, type ModelEntry } from '../../../../test/support/log-model.ts'
import { scaled } from '../../../../test/support/scale.ts'
import { nextLink } from '../../../core/audit-log/hash-chain/link.ts'
import { verifyLog } from './verify.ts'

type Log = ReturnType<typeof createLogModel>

const texts = fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 15 })
const index = fc.nat(20)

/** A log from which operators have removed entries, and whose oldest were dropped. */
const intactLog = fc
  .record({ texts, removals: fc.array(index, { maxLength: 6 }), dropped: fc.nat(8) })
  .map(({ texts: all, removals, dropped }) => {
    const log = createLogModel()
    for (const text of all) log.append(text)
    for (const at of removals) log.remove(at)
    log.dropUpTo(dropped)
    return log
  })

type Tampering = (log: Log, at: number) => boolean

/** Each answers whether there was anything to tamper with. */
const tamperings: Readonly<Record<string, Tampering>> = {
  'a changed text': onEntry((entry) => {
    entry.text += '!'
  }),
  'a changed hash': onEntry((entry) => {
    entry.hash = entry.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  }),
  'a changed text with a hash that fits it': onEntry((entry) => {
    entry.text += '!'
    entry.hash = nextLink({ position: entry.position - 1, hash: 'whatever' }, [entry.text]).hash
  }),
  'a removed entry': (log, at) => log.entries().splice(at % Math.max(1, log.entries().length), 1).length > 0,
  'a moved entry': onEntry((entry) => {
    entry.position += 100
  }),
  'swapped texts': (log, at) => {
    const [one, other] = neighbours(log, at)
    if (!one || !other || one.text === other.text) return false
    ;[one.text, other.text] = [other.text, one.text]
    return true
  },
  'swapped entries': (log, at) => {
    const [one, other] = neighbours(log, at)
    if (!one || !other) return false
    ;[one.position, other.position] = [other.position, one.position]
    return true
  },
  'an inserted entry': (log, at) => {
    const position = at - 5
    if (log.entries().some((entry) => entry.position === position)) return false
    const before = log.entries().find((entry) => entry.position === position - 1)
    const hash = nextLink({ position: position - 1, hash: before?.hash ?? '' }, ['forged']).hash
    log.entries().push({ position, hash, text: 'forged' })
    return true
  },
  'a removed end, and a log that says that it ends there': (log) => {
    const last = log.entries().pop()
    if (!last || last.position !== log.ends().head.position) return false
    log.setHead({ position: last.position - 1, hash: last.hash })
    return true
  },
}

describe('a log that was tampered with', () => {
  test.each(Object.entries(tamperings))('%s is detected', async (_, tamper) => {
    await fc.assert(
      fc.asyncProperty(intactLog, index, async (log, at) => {
        fc.pre(tamper(log, at))
        expect(await verifyLog(log.toVerify())).toMatchObject({ intact: false })
      }),
    )
  })

  test('a log that was rewritten as a whole is detected by an anchor only', async () => {
    const rewriting = fc.record({ log: intactLog, from: fc.integer({ min: 1, max: 20 }) })
    await fc.assert(
      fc.asyncProperty(rewriting, async ({ log, from }) => {
        const anchor = log.ends().head
        fc.pre(log.entries().some((entry) => entry.position >= from))
        const rewritten = rewrite(log, from)
        expect(await verifyLog(rewritten.toVerify())).toMatchObject({ intact: true })
        expect(await verifyLog(rewritten.toVerify([anchor]))).toMatchObject({ intact: false })
      }),
    )
  })

  test('a log truncated together with its head is detected by an anchor', async () => {
    const log = logOf('a', 'b', 'c')
    const anchor = log.ends().head
    log.entries().pop()
    const [, second] = log.entries()
    log.setHead({ position: 2, hash: second?.hash ?? '' })
    expect(await verifyLog(log.toVerify())).toMatchObject({ intact: true })
    expect(await verifyLog(log.toVerify([anchor]))).toMatchObject({
      findings: [expect.objectContaining({ kind: 'anchor-missing', position: 3 })],
    })
  })

  test('a head at a very high position does not slow down the verification', async () => {
    const log = logOf('a')
    log.setHead({ position: Number.MAX_SAFE_INTEGER - 1, hash: 'x' })
    expect((await verifyLog(log.toVerify())).findings).toHaveLength(1)
  })

  test('at most a thousand findings are returned', async () => {
    const log = logOf(...Array.from({ length: 1200 }, String))
    for (const entry of log.entries()) entry.text = 'x'
    expect((await verifyLog(log.toVerify())).findings).toHaveLength(1000)
  })
})

describe('an intact log has no findings', () => {
  test('after any deletion and retention', async () => {
    await fc.assert(
      fc.asyncProperty(intactLog, async (log) => {
        const { head, base } = log.ends()
        const verification = await verifyLog(log.toVerify([head, base]))
        const counts = { verified: log.entries().length, removed: log.removed.size }
        expect(verification).toEqual({ intact: true, ...counts, findings: [], head })
      }),
    )
  })

  test('while entries are appended, deleted and expired concurrently', async () => {
    const steps = fc.array(
      fc.record({ append: fc.nat(4), remove: fc.option(index), drop: fc.option(fc.nat(30)) }),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(intactLog, steps, async (log, todo) => {
        const anchor = log.ends().head
        const meanwhile = () => {
          const step = todo.shift()
          for (let count = step?.append ?? 0; count > 0; count--) log.append('more')
          if (typeof step?.remove === 'number') log.remove(step.remove)
          if (typeof step?.drop === 'number') log.dropUpTo(step.drop)
        }
        expect((await verifyLog(log.toVerify([anchor], meanwhile))).findings).toEqual([])
      }),
      { numRuns: scaled(250, 1000) },
    )
  })

  test('tampering is detected while retention moves the beginning of the chain', async () => {
    const log = logOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    log.entries().splice(4, 2)
    const droppedOnce = () => log.dropUpTo(4)
    expect((await verifyLog(log.toVerify([], droppedOnce))).findings).toEqual([
      { kind: 'missing', position: 5, upTo: 6, problem: 'is missing; so are the entries up to 6' },
    ])
  })
})

function logOf(...all: readonly string[]): Log {
  const log = createLogModel()
  for (const text of all) log.append(text)
  return log
}

function onEntry(change: (entry: ModelEntry) => void): Tampering {
  return (log, at) => {
    const entry = log.entries()[at % Math.max(1, log.entries().length)]
    if (entry) change(entry)
    return entry !== undefined
  }
}

function neighbours(log: Log, at: number): (ModelEntry | undefined)[] {
  return log
    .entries()
    .slice(at % Math.max(1, log.entries().length - 1))
    .slice(0, 2)
}

/** As one who can write to the database, and knows how it is done, would do it: from an entry on, all hashes anew. */
function rewrite(log: Log, from: number): Log {
  const forged = createLogModel()
  const last = log.ends().head.position
  for (let position = 1; position <= last; position++) {
    const entry = log.entries().find((one) => one.position === position)
    forged.append(position === from || !entry ? 'forged' : entry.text)
  }
  return forged
}
