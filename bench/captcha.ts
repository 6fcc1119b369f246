import { monitorEventLoopDelay } from 'node:perf_hooks'
import svgCaptcha from 'svg-captcha'
import { createCaptchaImages } from '../src/captcha/captcha-image.ts'
import { CAPTCHA_LENGTH, randomCaptchaText } from '../src/captcha/captcha-text.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf, valueUnder } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'

const ROUNDS: ByEffort<number> = { full: 25, quick: 8, smoke: 1 }
const IMAGES_A_TURN: ByEffort<number> = { full: 100, quick: 40, smoke: 2 }
/** Pictures asked for at once. */
const CLIENTS = 8
const RESOLUTION_MILLISECONDS = 1
const NANOSECONDS = 1e6

/** How many captchas a second, and how long the event loop of whoever asks for them is held up meanwhile. */
export async function measureCaptcha(effort: Effort): Promise<Result[]> {
  const count = IMAGES_A_TURN[effort]
  const images = createCaptchaImages()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS })
  try {
    const perSecond = await interleave(ROUNDS[effort], {
      castellan: async () => {
        delay.enable()
        const begin = performance.now()
        let asked = 0
        await Promise.all(
          Array.from({ length: CLIENTS }, async () => {
            while (asked++ < count) await images.paint(randomCaptchaText())
          }),
        )
        delay.disable()
        return (count * 1000) / (performance.now() - begin)
      },
      svgCaptcha: () => {
        const begin = performance.now()
        for (let made = 0; made < count; made++) {
          svgCaptcha.create({ size: CAPTCHA_LENGTH, width: 240, height: 80, noise: 2, color: true })
        }
        return (count * 1000) / (performance.now() - begin)
      },
    })
    return [
      resultOf({
        id: 'captcha',
        unit: 'images a second',
        value: figureOf(perSecond.castellan),
        against: 'svg-captcha, how many times faster',
        ratio: ratioOf(perSecond.svgCaptcha, perSecond.castellan),
        targets: [ratioAtMost(3)],
      }),
      resultOf({
        id: 'captcha-delay',
        unit: 'ms p99',
        // What it samples includes the pause between two samples.
        value: delay.percentile(99) / NANOSECONDS - RESOLUTION_MILLISECONDS,
        targets: [valueUnder(10)],
      }),
    ]
  } finally {
    await images.close()
  }
}
