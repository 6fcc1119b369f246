import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { type CaptchaImages, type CaptchaImagesOptions, createCaptchaImages } from './captcha-image.ts'

const ECHO = `process.on('message', (text) => process.send('picture of ' + text))`
const SILENT = `process.on('message', () => {})`
const DYING_ON_X = `process.on('message', (text) => (text === 'X' ? process.exit(7) : process.send(text)))`
const SLOW = `process.on('message', (text) => setTimeout(() => process.send(text), 200))`

const opened: CaptchaImages[] = []
const started: ChildProcess[] = []

/** Images from a painter of our own making, so that it dies and hangs when the test wants it to. */
function imagesBy(program: string, options: CaptchaImagesOptions = {}): CaptchaImages {
  const images = createCaptchaImages({
    ...options,
    start() {
      const child = spawn(process.execPath, ['-e', program], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      started.push(child)
      return child
    },
  })
  opened.push(images)
  return images
}

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await Promise.all(opened.splice(0).map((images) => images.close()))
})

test('a picture is a PNG as a data URL, and does not hold its text', async () => {
  const images = createCaptchaImages()
  opened.push(images)
  const [first = '', second = ''] = await Promise.all([images.paint('EH3XA'), images.paint('EH3XA')])
  expect(first).toMatch(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*$/)
  expect(second).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
  expect(second).not.toBe(first)
  expect(Buffer.from(first.slice(22), 'base64').includes('EH3XA')).toBe(false)
})

test('no painter runs before the first picture, and one paints them all', async () => {
  const images = imagesBy(ECHO)
  expect(started).toHaveLength(0)
  expect(await Promise.all(['A', 'C', 'E'].map(images.paint))).toEqual([
    'picture of A',
    'picture of C',
    'picture of E',
  ])
  expect(started).toHaveLength(1)
})

test('one picture more than the limit is refused', async () => {
  const images = imagesBy(SILENT, { limit: 2 })
  const underWay = [images.paint('A'), images.paint('C')].map((painting) => painting.catch(() => 'rejected'))
  await expect(images.paint('E')).rejects.toMatchObject({
    reason: 'rate-limited',
    details: { retryAfterSeconds: 1 },
  })
  started[0]?.kill('SIGKILL')
  expect(await Promise.all(underWay)).toEqual(['rejected', 'rejected'])
})

test('the death of the painter rejects what is under way; the next picture starts a new one', async () => {
  const images = imagesBy(DYING_ON_X)
  expect(await images.paint('A')).toBe('A')
  const underWay = await Promise.allSettled([images.paint('X'), images.paint('C')])
  for (const { status } of underWay) expect(status).toBe('rejected')
  expect(started[0]?.exitCode).toBe(7)
  expect(await images.paint('E')).toBe('E')
  expect(started).toHaveLength(2)
})

test('a painter that cannot be started rejects the picture', async () => {
  const images = createCaptchaImages({
    start: () => spawn('/nowhere/node', [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  })
  await expect(images.paint('A')).rejects.toMatchObject({
    reason: 'unavailable',
    cause: expect.objectContaining({ code: 'ENOENT' }),
  })
  await images.close()
})

test('a painter without work ends, and is started again on demand', async () => {
  const images = imagesBy(ECHO, { idleSeconds: 0.05 })
  await images.paint('A')
  const [child] = started
  if (child?.exitCode === null) await once(child, 'exit')
  expect(child?.exitCode).toBe(0)
  expect(await images.paint('C')).toBe('picture of C')
  expect(started).toHaveLength(2)
})

test('close finishes what is under way, ends the painter and refuses more', async () => {
  const images = imagesBy(SLOW)
  const underWay = images.paint('A')
  await images.close()
  expect(await underWay).toBe('A')
  expect(started[0]?.exitCode).toBe(0)
  await expect(images.paint('C')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(started).toHaveLength(1)
  await images.close()
})

test('close without a picture has nothing to end', async () => {
  await imagesBy(ECHO).close()
  expect(started).toHaveLength(0)
})

test('an idle painter keeps no process alive, and does not outlive it', async () => {
  const program = `import { createCaptchaImages } from './src/captcha/captcha-image.ts'
    console.log(await createCaptchaImages().paint('EH3XA'))`
  const service = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: new URL('../..', import.meta.url),
  })
  let output = ''
  service.stdout.on('data', (text) => {
    output += text
  })
  // The painter holds on to the error output too: `close` comes when both processes are gone.
  service.stderr.resume()
  const [exitCode] = await once(service, 'close')
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^data:image/)
})
