import { createInterface } from 'node:readline'

/** Asks a question at the terminal. Returns whether the answer is yes; the end of the input is not. */
export async function confirm(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise<boolean>((resolve, reject) => {
      reader.once('close', () => resolve(false))
      reader.once('SIGINT', () => reject(new Error('interrupted: nothing was done')))
      reader.question(`${question} [y/N] `, (answer) => resolve(/^y(?:es)?$/i.test(answer.trim())))
    })
  } finally {
    reader.close()
  }
}
