// Fastify and nothing else: one route, which answers what it is told to. With a file, it opens that database first, with the
// driver that the service has.
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import fastify from 'fastify'

const { values } = parseArgs({
  options: { path: { type: 'string' }, body: { type: 'string' }, database: { type: 'string' } },
})
const { path = '/', body = '{}', database } = values
if (database !== undefined) openDatabase(database).exec('select 1')

const answer = JSON.parse(body)
const app = fastify()
app.get(path, async () => answer)
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }))

function openDatabase(file) {
  const require = createRequire(import.meta.url)
  try {
    return new (require('node:sqlite').DatabaseSync)(file)
  } catch {
    return new (require('@photostructure/sqlite').DatabaseSync)(file)
  }
}
