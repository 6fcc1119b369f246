/** The beginning of which the whole text is a repetition ("abc" of "abcabcab"), or the text itself. */
export function repeatedUnit(text: string): string {
  // The last repetition may lack its end: "pass word pass word" without the last space is one too.
  for (let length = 1; length * 2 <= text.length + 1; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyza',
  '12345678901',
  // The keyboard: American, then what is different on the German and French ones.
  ...['`1234567890-=', '~!@#$%^&*()_+', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
  ...['qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!'],
  // Its columns, downwards: 1qaz2wsx. And zigzag.
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
  ...['1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0'],
]

const FORWARD: ReadonlySet<string> = new Set(ROWS.flatMap((row) => pairsOf(row)))

function pairsOf(row: string): string[] {
  return [...row].slice(1).map((character, index) => `${row[index]}${character}`)
}

/** Which way two neighbours go along a row, or the same key again; nothing where they are no neighbours. */
function stepOf(before: string, after: string): number | undefined {
  if (before === after) return 0
  if (FORWARD.has(before + after)) return 1
  return FORWARD.has(after + before) ? -1 : undefined
}

const MIN_RUN_ON_AVERAGE = 3
/** Something longer that holds as many runs and single characters is no run with something added. */
const MAX_RUNS = 7

/**
 * Whether a text is put together of runs along the alphabet, the digits or a keyboard, forwards or backwards
 * ("qwertyuiopasdfgh" is two of them). Words have neighbours too ("de", "er"), though few of three and more.
 */
export function isMadeOfRuns(text: string): boolean {
  const runs = countRuns(text)
  return runs <= MAX_RUNS && runs * MIN_RUN_ON_AVERAGE <= [...text].length
}

/** A character that continues nothing is a run of its own. */
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
