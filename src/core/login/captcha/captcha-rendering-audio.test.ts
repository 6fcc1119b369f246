import { expect, test } from 'vitest'
import { createCaptchaAudio } from './captcha-rendering.ts'

test('a recording is a WAV file as a data URL, and the same text is spoken differently each time', async () => {
  const audio = createCaptchaAudio()
  const [first, second] = await Promise.all([audio.create('EH3XA'), audio.create('EH3XA')])
  const file = Buffer.from(first.replace(/^data:audio\/wav;base64,/, ''), 'base64')
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  expect(file.includes('EH3XA')).toBe(false)
  expect(second).toMatch(/^data:audio\/wav;base64,[A-Za-z0-9+/]+=*$/)
  expect(second.slice(100, 1000)).not.toBe(first.slice(100, 1000))
  await audio.close()
})

test('other work runs while a recording is mixed', async () => {
  const audio = createCaptchaAudio()
  let isMixed = false
  const recording = audio.create('EH3XA').finally(() => {
    isMixed = true
  })
  let turns = 0
  while (!isMixed) {
    turns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  await recording
  expect(turns).toBeGreaterThan(20)
  await audio.close()
})

test('recordings are mixed one at a time, and requests beyond the limit are refused', async () => {
  let running = 0
  let maxRunning = 0
  const audio = createCaptchaAudio({
    maxWaiting: 2,
    async speak(text) {
      running++
      maxRunning = Math.max(maxRunning, running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return Buffer.from(text)
    },
  })
  const accepted = ['A', 'C', 'E'].map((text) => audio.create(text))
  await expect(audio.create('H')).rejects.toMatchObject({ reason: 'rate-limited' })
  expect(await Promise.all(accepted)).toEqual(
    ['A', 'C', 'E'].map((text) => `data:audio/wav;base64,${Buffer.from(text).toString('base64')}`),
  )
  expect(maxRunning).toBe(1)
  await audio.close()
  await expect(audio.create('A')).rejects.toMatchObject({ reason: 'unavailable' })
})

test('a text that cannot be spoken is refused as unavailable, and the next one is spoken', async () => {
  const audio = createCaptchaAudio()
  await expect(audio.create('AAAA4')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(await audio.create('AAAA3')).toMatch(/^data:audio/)
  await audio.close()
})
