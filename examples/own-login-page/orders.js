import { ApiError, createClient } from '/castellan-client/index.js'

const ORDERS = '/api/v1/orders'

const client = createClient({
  token: 'cookie',
  language: () => document.documentElement.lang,
  // The login page knows which step is next, and comes back to this address.
  onStep: () =>
    location.replace(`/login?${new URLSearchParams({ to: location.pathname + location.search })}`),
})
const element = (id) => document.getElementById(id)

element('add').addEventListener('submit', (event) =>
  handle(event, async ({ item }) => {
    await client.send('POST', ORDERS, { body: { item } })
    element('add').reset()
    await showOrders()
  }),
)
element('logout').addEventListener('click', (event) =>
  handle(event, async () => {
    await client.logout()
    location.replace('/login')
  }),
)
// The browser may show this page as it was before a logout.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

element('item').value = new URLSearchParams(location.search).get('item') ?? ''
await showOrders().catch(showError)

async function showOrders() {
  // What the role does not allow is hidden. The service checks every request nevertheless.
  const [mayRead, mayAdd] = await client.may([
    { method: 'GET', path: ORDERS },
    { method: 'POST', path: ORDERS },
  ])
  const query = { item: element('item').value }
  const orders = mayRead ? await client.send('GET', ORDERS, { query }) : []
  element('list').replaceChildren(...orders.map(({ item }) => listItem(item)))
  element('find').hidden = !mayRead
  element('add').hidden = !mayAdd
  element('orders').hidden = false
  element('message').textContent = mayRead ? '' : 'Your role may not read orders.'
}

function listItem(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}

/** Runs the work with the values of the form, and shows its error. */
async function handle(event, work) {
  event.preventDefault()
  element('message').textContent = ''
  const form = event.currentTarget
  try {
    await work(form instanceof HTMLFormElement ? Object.fromEntries(new FormData(form)) : {})
  } catch (error) {
    showError(error)
  }
}

function showError(error) {
  // The message of the service, in the language of the page.
  element('message').textContent = error instanceof ApiError ? error.message : 'Something went wrong.'
  if (!(error instanceof ApiError)) console.error(error)
}
