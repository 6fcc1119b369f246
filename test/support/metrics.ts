/** One value of the text format of Prometheus. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Reads the text format of Prometheus. */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z\d_]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      if (name === '') throw new Error(`not a sample: ${line}`)
      return { name, labels: labelsOf(labels), value: Number(value) }
    })
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

/** Returns the sum of the values that have these labels, among others. */
export function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return samplesOf(text)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
}

/** Returns the address of the metrics from the log of a service. */
export function metricsUrlOf(log: string): string {
  const url = /metrics are at (http:[^"\s]+)/.exec(log)?.[1]
  if (url === undefined) throw new Error(`the log has no address of metrics: ${log}`)
  return url
}
