import { expect, test } from 'vitest'
import { MOST_BENT, randomBend } from './captcha-painter-bend.ts'

test('every picture is bent in another way, and nothing further than it says', () => {
  const bends = Array.from({ length: 200 }, () => randomBend(240, 80))
  for (const part of ['up', 'sideways', 'aslant'] as const) {
    expect(new Set(bends.map((bend) => bend[part].join())).size).toBe(200)
  }
  for (const { up, sideways, aslant } of bends) {
    expect([up.length, sideways.length, aslant.length]).toEqual([240, 80, 320])
    expect(most(up)).toBeLessThan(MOST_BENT.y)
    expect(most(sideways) + most(aslant)).toBeLessThan(MOST_BENT.x)
    expect(most(up)).toBeGreaterThan(2.9)
    expect(most(sideways)).toBeGreaterThan(1.4)
    expect(most(aslant)).toBeGreaterThan(0.4)
  }
})

function most(wave: Float64Array): number {
  return wave.reduce((highest, point) => Math.max(highest, Math.abs(point)), 0)
}
