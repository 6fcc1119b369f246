import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLES } from '../support/example-process.ts'
import { preparePython } from '../support/python-environment.ts'
import { runProgram } from '../support/run-program.ts'
import { SIGNING_SECRET, signedHeaders } from '../support/signed-call.ts'

const FOLDER = join(EXAMPLES, 'orders-python')
const SCRIPT = join(import.meta.dirname, 'websocket_handshake.py')
const identity = { userId: 7, username: '王 alice', roleId: 3, roleKey: 'sales/eu', dataScope: '5' }

test('the middleware of the FastAPI example verifies handshakes of WebSockets too', async ({ skip }) => {
  const environment = await preparePython(join(FOLDER, 'requirements.txt'))
  if ('problem' in environment) return skip(`its packages cannot be installed: ${environment.problem}`)
  const handshake = async (headers: Record<string, string>): Promise<unknown> => {
    const env = { ...process.env, SIGNING_SECRET, PYTHONPATH: FOLDER }
    const { output } = await runProgram(environment.python, ['-B', SCRIPT, JSON.stringify(headers)], { env })
    return JSON.parse(output)
  }
  const path = '/updates'
  expect(await handshake(signedHeaders({ identity, path }))).toEqual(['王 alice', 'websocket.accept'])
  for (const headers of [{}, signedHeaders({ identity, path: '/other' })])
    expect(await handshake(headers)).toEqual([401, 'websocket.http.response.body'])
})
