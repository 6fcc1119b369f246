import { crc32, inflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { encodePng } from './captcha-painter-png.ts'

const WIDTH = 5
const HEIGHT = 3
const pixels = Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, i) =>
  i % 4 === 3 ? 255 : (i * 17) % 256,
)

test('what is encoded is decoded to the same pixels', async () => {
  const image = await loadImage(encodePng(pixels, WIDTH, HEIGHT))
  expect([image.width, image.height]).toEqual([WIDTH, HEIGHT])
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  context.drawImage(image, 0, 0)
  expect(context.getImageData(0, 0, WIDTH, HEIGHT).data).toEqual(pixels)
})

test('byte for byte: the signature, and three chunks, each with its length and its sum', () => {
  const png = encodePng(pixels, WIDTH, HEIGHT)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks: { kind: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  expect(chunks.map(({ kind }) => kind)).toEqual(['IHDR', 'IDAT', 'IEND'])
  const [header, data, end] = chunks.map((chunk) => chunk.data)
  expect(header).toEqual(Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, 6, 0, 0, 0]))
  expect(end).toHaveLength(0)
  const lines = inflateSync(data ?? Buffer.alloc(0))
  expect(lines).toHaveLength(HEIGHT * (1 + WIDTH * 4))
  for (let line = 0; line < HEIGHT; line++) {
    const from = line * (1 + WIDTH * 4)
    expect(lines[from]).toBe(0)
    const own = pixels.subarray(line * WIDTH * 4, (line + 1) * WIDTH * 4)
    expect(lines.subarray(from + 1, from + 1 + WIDTH * 4)).toEqual(Buffer.from(own))
  }
})

test('packed, though not as hard as it could be', () => {
  const plain = new Uint8ClampedArray(240 * 80 * 4)
  expect(encodePng(plain, 240, 80).length).toBeLessThan(2000)
})
