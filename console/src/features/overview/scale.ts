/** Returns the next round number for an axis that can be halved: 2, 4, 10, 20, 40, 100, … */
export function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const step = [1, 2, 4, 10].find((factor) => factor * power >= value) ?? 10
  return Math.max(2, step * power)
}

/** Returns the hours between two labels of a time axis. Each is a part of a day, so that the labels have the same times every day. */
export function hoursPerLabel(hours: number, maxLabels: number): number {
  return [1, 2, 3, 6, 12].find((step) => hours / step <= maxLabels) ?? 24
}
