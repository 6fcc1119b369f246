/** Returns the shortest unit that the text repeats ("abc" for "abcabcab"), or the text itself. */
export function repeatedUnit(text: string): string {
  // The last repetition may be incomplete: "pass word pass word" repeats "pass word ".
  for (let length = 1; length * 2 <= text.length + 1; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyza',
  '12345678901',
  // Keyboard rows: US layout, then the rows that differ on German and French keyboards.
  ...['`1234567890-=', '~!@#$%^&*()_+', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
  ...['qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!'],
  // Keyboard columns, as in 1qaz2wsx, and zigzag patterns.
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
  ...['1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0'],
]

const FORWARD: ReadonlySet<string> = new Set(ROWS.flatMap((row) => pairsOf(row)))

function pairsOf(row: string): string[] {
  return [...row].slice(1).map((character, index) => `${row[index]}${character}`)
}

/** Returns the direction from one key to the next in a row, 0 for the same key, or undefined if they are not adjacent. */
function stepOf(before: string, after: string): number | undefined {
  if (before === after) return 0
  if (FORWARD.has(before + after)) return 1
  return FORWARD.has(after + before) ? -1 : undefined
}

const MIN_AVERAGE_RUN_LENGTH = 3
/** A text with more runs and single characters is not a run with something added. */
const MAX_RUNS = 7

/**
 * Returns whether a text consists of runs along the alphabet, the digits or a keyboard, forwards or backwards
 * ("qwertyuiopasdfgh" has two). Words contain adjacent letters too ("de", "er"), but rarely three or more in a row.
 */
export function isMadeOfRuns(text: string): boolean {
  const runs = countRuns(text)
  return runs <= MAX_RUNS && runs * MIN_AVERAGE_RUN_LENGTH <= [...text].length
}

/** Counts the runs. A character that does not continue a run starts a new one. */
function countRuns(text: string): number {
  let runs = 0
  let before: string | undefined
  let direction: number | undefined
  for (const character of text) {
    const step = before === undefined ? undefined : stepOf(before, character)
    const continues = step !== undefined && (direction === undefined || direction === step)
    if (!continues) runs++
    direction = continues ? step : undefined
    before = character
  }
  return runs
}
