// A bare Fastify app that forwards every request to an upstream service.
import { parseArgs } from 'node:util'
import httpProxy from '@fastify/http-proxy'
import fastify from 'fastify'

const { values } = parseArgs({ options: { upstream: { type: 'string' } } })
const app = fastify()
app.register(httpProxy, { upstream: values.upstream })
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }))
