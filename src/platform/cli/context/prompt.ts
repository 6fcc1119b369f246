import { isUtf8 } from 'node:buffer'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Reads the password from standard input, or asks for it twice at the terminal without showing it. */
export async function readPassword(fromStandardInput: boolean): Promise<string> {
  if (fromStandardInput) return lineOf(await buffer(process.stdin))
  if (!process.stdin.isTTY) {
    throw new Error('there is no terminal: add --password-stdin and write the password to standard input')
  }
  const first = await ask('Password: ')
  const second = await ask('Repeat password: ')
  if (first !== second) throw new Error('the two passwords differ: try again')
  return first
}

function lineOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('the password is not valid UTF-8')
  const line = bytes.toString('utf8').replace(/\r?\n$/, '')
  if (line.includes('\n')) throw new Error('the password has more than one line')
  return line
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve)
      reader.once('SIGINT', () => reject(new Error('interrupted')))
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

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
