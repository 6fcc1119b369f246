import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { Show } from './app.tsx'
import { client, messageOf } from './client.ts'

interface Order {
  readonly item: string
}

const ORDERS = '/api/v1/orders'

/** The page that was asked for, such as `/?item=apples`. */
export function Orders({ show }: { readonly show: Show }) {
  const [item] = useState(() => new URLSearchParams(location.search).get('item') ?? '')
  const [orders, setOrders] = useState<readonly Order[]>()
  const [mayAdd, setMayAdd] = useState(false)
  const [problem, setProblem] = useState('')

  const load = useCallback(async () => {
    // What the role does not allow is hidden. The service checks every request nevertheless.
    const [mayRead, mayWrite = false] = await client.may([
      { method: 'GET', path: ORDERS },
      { method: 'POST', path: ORDERS },
    ])
    setMayAdd(mayWrite)
    setOrders(mayRead ? await client.send<Order[]>('GET', ORDERS, { query: { item } }) : [])
    setProblem(mayRead ? '' : 'Your role may not read orders.')
  }, [item])
  const run = useCallback(
    (work: () => Promise<unknown>) => void work().catch((error: unknown) => setProblem(messageOf(error))),
    [],
  )
  useEffect(() => {
    document.title = 'Orders'
    run(load)
  }, [run, load])

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    run(async () => {
      await client.send('POST', ORDERS, { body: { item: new FormData(form).get('item') } })
      form.reset()
      await load()
    })
  }

  return (
    <>
      <header>
        <strong>Example orders</strong>
        <button type="button" className="quiet" onClick={() => run(async () => show(await client.logout()))}>
          Log out
        </button>
      </header>
      <main aria-busy={orders === undefined}>
        <h1>Orders</h1>
        <p role="alert">{problem}</p>
        <search>
          <form>
            <label htmlFor="item">Item</label>
            <div className="row">
              <input id="item" name="item" type="search" defaultValue={item} />
              <button type="submit" className="quiet">
                Find
              </button>
            </div>
          </form>
        </search>
        <ul className="orders" aria-label="Orders">
          {orders?.map((order, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: orders are only appended
            <li key={index}>{order.item}</li>
          ))}
        </ul>
        {mayAdd && (
          <form onSubmit={add}>
            <label htmlFor="new-item">New order</label>
            <div className="row">
              <input id="new-item" name="item" maxLength={100} required />
              <button type="submit">Add</button>
            </div>
          </form>
        )}
      </main>
    </>
  )
}
