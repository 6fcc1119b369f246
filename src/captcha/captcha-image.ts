import { paintCaptcha } from './captcha-painter.ts'

/** Provisional: paints in this thread until the worker is there. */
export function createCaptchaImages() {
  return {
    async paint(text: string): Promise<string> {
      return `data:image/png;base64,${(await paintCaptcha(text)).toString('base64')}`
    },
    async close(): Promise<void> {},
  }
}
