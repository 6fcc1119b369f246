import { buildClient } from './build-client.mjs'

await buildClient('packages/client/dist')
