/** A wrong use of the command line. The program exits with code 2. */
export class UsageError extends Error {
  /** The command whose help describes the right use, such as `castellan user add`. */
  readonly command: string | undefined

  constructor(message: string, command?: string) {
    super(message)
    this.name = 'UsageError'
    this.command = command
  }
}
