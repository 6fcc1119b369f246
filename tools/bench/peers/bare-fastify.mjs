// A bare Fastify app with one route that sends a fixed body. With `--database` it opens that file first, with the same driver
// as the service.
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import fastify from 'fastify'

const { values } = parseArgs({
  options: { path: { type: 'string' }, body: { type: 'string' }, database: { type: 'string' } },
})
const { path = '/', body = '{}', database } = values
if (database !== undefined) openDatabase(database).exec('select 1')

const response = JSON.parse(body)
const app = fastify()
app.get(path, async () => response)
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }))

function openDatabase(file) {
  const require = createRequire(import.meta.url)
  try {
    return new (require('node:sqlite').DatabaseSync)(file)
  } catch {
    return new (require('@photostructure/sqlite').DatabaseSync)(file)
  }
}
