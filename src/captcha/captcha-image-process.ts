import { paintCaptcha } from './captcha-painter.ts'

// The process behind `captcha-image.ts`: takes texts and answers each with its picture, in the same order.
process.on('message', (text: string) => {
  process.send?.(`data:image/png;base64,${paintCaptcha(text).toString('base64')}`)
})

// Ctrl-C reaches the whole process group, but the service may still be waiting for pictures. This process ends
// when the service lets go of it or is gone itself, for then the channel closes.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
