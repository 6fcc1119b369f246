import { crc32, inflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { encodePng } from './captcha-painter-png.ts'

const WIDTH = 5
const HEIGHT = 3
const palette = Uint8Array.from({ length: 7 * 3 }, (_, i) => (i * 37) % 256)
const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => i % 7)

test('what is encoded is decoded to the same pixels', async () => {
  const image = await loadImage(encodePng({ width: WIDTH, palette, pixels }))
  expect([image.width, image.height]).toEqual([WIDTH, HEIGHT])
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  context.drawImage(image, 0, 0)
  const expected = Array.from(pixels, (place) => [...palette.subarray(place * 3, place * 3 + 3), 255]).flat()
  expect([...context.getImageData(0, 0, WIDTH, HEIGHT).data]).toEqual(expected)
})

test('byte for byte: the signature, and four chunks, each with its length and its sum', () => {
  const png = encodePng({ width: WIDTH, palette, pixels })
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks: { kind: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  expect(chunks.map(({ kind }) => kind)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const [header, colours, data, end] = chunks.map((chunk) => chunk.data)
  expect(header).toEqual(Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, 3, 0, 0, 0]))
  expect(colours).toEqual(Buffer.from(palette))
  expect(end).toHaveLength(0)
  const lines = inflateSync(data ?? Buffer.alloc(0))
  expect(lines).toHaveLength(HEIGHT * (1 + WIDTH))
  for (let line = 0; line < HEIGHT; line++) {
    const from = line * (1 + WIDTH)
    expect(lines[from]).toBe(0)
    const own = pixels.subarray(line * WIDTH, (line + 1) * WIDTH)
    expect(lines.subarray(from + 1, from + 1 + WIDTH)).toEqual(Buffer.from(own))
  }
})

test('packed: of a picture in one colour little is left', () => {
  const plain = { width: 240, palette, pixels: new Uint8Array(240 * 80) }
  expect(encodePng(plain).length).toBeLessThan(400)
})

test('more bytes than fit into one piece of the packer come out whole', async () => {
  const noise = Uint8Array.from({ length: 240 * 800 }, (_, i) => ((i * 7919) >> 3) % 7)
  const image = await loadImage(encodePng({ width: 240, palette, pixels: noise }))
  expect([image.width, image.height]).toEqual([240, 800])
})
