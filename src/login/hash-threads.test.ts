import { expect, test } from 'vitest'
import { hashThreads } from './hash-threads.ts'

test.each([
  { cores: 1, threads: 1 },
  { cores: 2, threads: 1 },
  { cores: 3, threads: 2 },
  { cores: 4, threads: 3 },
  { cores: 64, threads: 3 },
])('$cores cores: $threads hashes at once, so that one core is left to others', (machine) => {
  expect(hashThreads(machine.cores)).toBe(machine.threads)
})
