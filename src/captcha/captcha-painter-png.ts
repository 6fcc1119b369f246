import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOUR_WITH_ALPHA = 6
const BYTES_A_PIXEL = 4
const NO_FILTER = 0
/** Without a filter these pictures, which are patches of few colours, get smaller and are done in a tenth of the time. */
const LEVEL = 3

/**
 * Pixels as a PNG. For the figure `captcha`: the drawing library's own encoder took two thirds of the time of a picture, and
 * cannot be told to try less hard.
 */
export function encodePng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, COLOUR_WITH_ALPHA, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(linesOf(pixels, width, height), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each line of the picture after the number of its filter. */
function linesOf(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const lineLength = width * BYTES_A_PIXEL
  const lines = new Uint8Array(height * (1 + lineLength)).fill(NO_FILTER)
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * lineLength, (y + 1) * lineLength), y * (1 + lineLength) + 1)
  }
  return lines
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(kind, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
