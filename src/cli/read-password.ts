import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The password from standard input, or typed twice at a terminal, unseen. */
export async function readPassword(fromStandardInput: boolean): Promise<string> {
  if (fromStandardInput) return (await text(process.stdin)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY) {
    throw new Error(
      'there is no terminal to ask at: add --password-stdin and send the password to standard input',
    )
  }
  const first = await ask('Password: ')
  const second = await ask('Once more: ')
  if (first !== second) throw new Error('the two passwords differ')
  return first
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
