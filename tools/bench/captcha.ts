import svgCaptcha from 'svg-captcha'
import { createCaptchaImages } from '../../src/core/login/captcha/captcha-rendering.ts'
import { CAPTCHA_LENGTH, randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'

const ROUNDS: ByEffort<number> = { full: 25, quick: 8, smoke: 1 }
const IMAGES_PER_ROUND: ByEffort<number> = { full: 100, quick: 40, smoke: 2 }
/** Images requested at the same time. */
const CLIENTS = 8

/** Measures how many captcha images are painted per second. */
export async function measureCaptcha(effort: Effort): Promise<Result[]> {
  const count = IMAGES_PER_ROUND[effort]
  const images = createCaptchaImages()
  try {
    const perSecond = await interleave(ROUNDS[effort], {
      castellan: async () => {
        const begin = performance.now()
        let requested = 0
        await Promise.all(
          Array.from({ length: CLIENTS }, async () => {
            while (requested++ < count) await images.create(randomCaptchaText())
          }),
        )
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
        unit: 'images per second',
        value: figureOf(perSecond.castellan),
        against: 'svg-captcha (how many times faster)',
        ratio: ratioOf(perSecond.svgCaptcha, perSecond.castellan),
        target: ratioAtMost(4),
      }),
    ]
  } finally {
    await images.close()
  }
}
