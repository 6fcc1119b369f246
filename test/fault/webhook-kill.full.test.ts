import { expect, inject, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { behaviours, startWebhookReceiver } from '../support/webhook-receiver.ts'
import { cleanUpAfterEach, onCleanUp } from './cleanup.ts'
import { startNode } from './node.ts'
import { createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const SECRET = `whsec_${Buffer.from('the secret of the webhook').toString('base64')}`

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'kill -9 of the node that delivers events: the other one delivers them all, in order',
  async () => {
    const receiver = await startWebhookReceiver()
    onCleanUp(receiver.close)
    const { url: databaseUrl, context, connect } = await createSharedDatabase(postgres)
    const webhooks = JSON.stringify([{ name: 'hook', url: receiver.url, secret: SECRET }])
    const flags = [`events.webhooks=${webhooks}`]
    const nodes = await Promise.all(['A', 'B'].map((name) => startNode({ name, databaseUrl, flags })))
    const ids = () => receiver.received.map(({ headers }) => Number(String(headers['webhook-id']).slice(4)))
    let users = 0
    const causeEvent = async (): Promise<number> => {
      const password = 'the password of an admin'
      await context.userAdministration.add({ username: `admin-${users++}`, password, roleKey: 'admin' })
      return context.events.latestId()
    }

    // The webhook gets the events after its first poll.
    const client = await connect()
    await eventually(async () => {
      const { rowCount } = await client.query('select 1 from event_webhooks')
      expect(rowCount).toBe(1)
    })
    const first = await causeEvent()
    await eventually(() => expect(ids()).toContain(first))
    receiver.next.push(behaviours.hang)
    const second = await causeEvent()
    await eventually(() => expect(ids()).toContain(second))
    await nodes[0]?.kill()
    const last = await causeEvent()
    await eventually(() => expect(ids()).toContain(last))

    // Each event once or more, and none before the previous one was confirmed.
    const delivered = ids().filter((id) => id >= first)
    expect([...new Set(delivered)]).toEqual([first, second, last])
    expect(delivered).toEqual(delivered.toSorted((one, other) => one - other))
    expect(await nodes[1]?.stop()).toBe(0)
  },
)
