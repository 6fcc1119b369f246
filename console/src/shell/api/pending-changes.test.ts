import { expect, test, vi } from 'vitest'
import { pendingChanges, sendWithConfirmation, subscribeToPendingChanges } from './pending-changes.ts'

const answer = (body: object, reason = '') =>
  new Response(JSON.stringify(body), { headers: reason === '' ? {} : { 'X-Castellan-Reason': reason } })
const required = (confirmationId: number) =>
  answer({ code: 409, data: { confirmationId } }, 'confirmation-required')
const sender = (...responses: Response[]) => vi.fn(async () => responses.shift() ?? Response.error())

test('a change that needs a second administrator is sent again only when it is carried out', async () => {
  const listener = vi.fn()
  const unsubscribe = subscribeToPendingChanges(listener)
  const send = sender(required(12), answer({ code: 200, data: 'done' }))
  const sent = sendWithConfirmation(send)
  await vi.waitFor(() => expect(pendingChanges()).toMatchObject([{ confirmationId: 12 }]))
  expect(send).toHaveBeenCalledTimes(1)
  expect(listener).toHaveBeenCalledTimes(1)
  pendingChanges()[0]?.carryOut()
  expect(pendingChanges()).toEqual([])
  expect(await (await sent).json()).toEqual({ code: 200, data: 'done' })
  expect(send).toHaveBeenCalledTimes(2)
  unsubscribe()
})

test('a change that is no longer the confirmed one waits for a new confirmation', async () => {
  const unsubscribe = subscribeToPendingChanges(() => {})
  const sent = sendWithConfirmation(sender(required(12), required(13)))
  await vi.waitFor(() => expect(pendingChanges()).toMatchObject([{ confirmationId: 12 }]))
  pendingChanges()[0]?.carryOut()
  await vi.waitFor(() => expect(pendingChanges()).toMatchObject([{ confirmationId: 13 }]))
  pendingChanges()[0]?.close()
  expect(await (await sent).json()).toMatchObject({ code: 409, data: { confirmationId: 13 } })
  unsubscribe()
})

test('whoever gives up gets the refusal, and nothing is sent again', async () => {
  const unsubscribe = subscribeToPendingChanges(() => {})
  const send = sender(required(7))
  const sent = sendWithConfirmation(send)
  await vi.waitFor(() => expect(pendingChanges()).toHaveLength(1))
  pendingChanges()[0]?.close()
  expect(await (await sent).json()).toMatchObject({ code: 409 })
  expect(send).toHaveBeenCalledTimes(1)
  expect(pendingChanges()).toEqual([])
  unsubscribe()
})

test.each([
  ['a success', () => answer({ code: 200 })],
  ['another refusal', () => answer({ code: 409, data: { confirmationId: 7 } }, 'last-admin')],
])('%s is returned immediately', async (_name, response) => {
  const unsubscribe = subscribeToPendingChanges(() => {})
  const given = response()
  expect(await sendWithConfirmation(sender(given))).toBe(given)
  expect(pendingChanges()).toEqual([])
  unsubscribe()
})

test('the refusal is returned immediately if nothing shows pending changes', async () => {
  const given = required(7)
  expect(await sendWithConfirmation(sender(given))).toBe(given)
  expect(pendingChanges()).toEqual([])
})
