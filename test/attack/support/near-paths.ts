import type { RandomSource } from './random.ts'

/** Segments that only a parameter or `/*` matches, segments that look like patterns, and names of object properties. */
const ODD_SEGMENTS = [
  '',
  ':',
  ':id',
  '*',
  '.',
  '..',
  'a.b',
  '$',
  '(a)',
  'a+',
  '[^/]+',
  '.*',
  '{id}',
  '__proto__',
  'constructor',
  'everyone',
  '%2F',
  '\u0000',
  'b'.repeat(1030),
] as const

type Twist = (segments: string[], at: number, random: RandomSource) => unknown

const change =
  (how: (segment: string, random: RandomSource) => string): Twist =>
  (segments, at, random) => {
    segments[at] = how(segments[at] ?? '', random)
  }

/** Adds high bits that a decoder drops if it keeps one byte per character. */
const withHighBits = (segment: string, random: RandomSource): string => {
  const at = random.below(segment.length || 1)
  return (
    segment.slice(0, at) + String.fromCharCode(0x100 + (segment.charCodeAt(at) || 0)) + segment.slice(at + 1)
  )
}

/** Functions that change an allowed path slightly, usually into one that is not allowed. */
const TWISTS: readonly [Twist, ...Twist[]] = [
  (segments, _at, random) => segments.push(random.pick(ODD_SEGMENTS)),
  (segments) => segments.push(''),
  (segments) => segments.push('a'),
  (segments) => segments.pop(),
  (segments) => segments.shift(),
  (segments, at) => segments.splice(at, 0, ''),
  (segments, at) => segments.splice(at, 1),
  (segments, at) => segments.splice(at, 0, segments[at] ?? ''),
  (segments) => segments.reverse(),
  (segments, at) => segments.splice(at, 2, segments.slice(at, at + 2).join('')),
  (segments, at) => segments.splice(at, 2, segments.slice(at, at + 2).join('\u012f')),
  change((_segment, random) => random.pick(ODD_SEGMENTS)),
  change((segment) => segment.slice(0, -1)),
  change((segment) => segment.slice(1)),
  change((segment, random) => segment + random.pick(['a', '/', '\u0000', '\u012f', '*', '%20'])),
  change((segment) => segment.toUpperCase()),
  change((segment) => segment.toLowerCase()),
  change((segment) => encodeURIComponent(segment)),
  change((segment) =>
    segment.replace(/%([2-7][0-9A-F])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  ),
  change(withHighBits),
]

/**
 * Returns a path that the pattern matches, or one with one or two small changes.
 *
 * @example
 * pathNear('/api/v1/post/:id', random, names) // '/api/v1/post/7', '/api/v1/post/', '/api/v1/posT/7', …
 */
export function pathNear(
  pattern: string,
  random: RandomSource,
  names: readonly [string, ...string[]],
): string {
  // The pattern text itself is also a valid path.
  if (random.oneIn(30)) return pattern
  const name = () => (random.oneIn(4) ? random.pick(ODD_SEGMENTS) : random.pick(names))
  const segments = pattern
    .split('/')
    .slice(1)
    .flatMap((segment) => {
      if (segment === '*') return Array.from({ length: random.below(4) }, name)
      return segment.startsWith(':') ? [name()] : [segment]
    })
  for (let twists = random.pick([0, 0, 1, 1, 1, 2]); twists > 0; twists--) {
    random.pick(TWISTS)(segments, random.below(segments.length || 1), random)
  }
  const path = `/${segments.join('/')}`
  return random.oneIn(50) ? path.slice(1) : path
}
