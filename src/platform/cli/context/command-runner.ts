import type { CommonOptions } from './command-options.ts'

/** Runs the work of a command with the parts that it names, and closes what was opened for it. */
export type RunCommand<Parts> = <Result>(
  options: CommonOptions,
  work: (parts: Parts) => Promise<Result>,
) => Promise<Result>
