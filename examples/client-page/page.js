import { ApiError, createClient } from '/castellan-client/index.js'

const ORDERS = '/api/v1/orders'

const element = (id) => document.getElementById(id)

// Called once when the session has ended, however many requests were refused.
const client = createClient({ onStep: ({ error }) => showLogin(error?.message ?? '') })
let captchaId

element('login').addEventListener('submit', (event) =>
  handle(event, async ({ username, password, code }) => {
    try {
      await client.login({ username, password, uuid: captchaId, code })
    } catch (error) {
      // A captcha is valid for one attempt.
      await showCaptcha()
      throw error
    }
    element('login').reset()
    await showOrders()
  }),
)
element('add').addEventListener('submit', (event) =>
  handle(event, async ({ item }) => {
    await client.send('POST', ORDERS, { body: { item } })
    element('add').reset()
    await showOrders()
  }),
)
element('refresh').addEventListener('click', (event) => handle(event, showOrders))
element('logout').addEventListener('click', (event) =>
  handle(event, async () => {
    await client.logout()
    await showLogin('')
  }),
)

await showLogin('')

async function showLogin(message) {
  element('message').textContent = message
  element('orders').hidden = true
  element('login').hidden = false
  await showCaptcha().catch(showError)
}

async function showCaptcha() {
  const { uuid, data } = await client.captcha()
  captchaId = uuid
  element('captcha').src = data
}

async function showOrders() {
  // What the role does not allow is hidden. The service checks every request nevertheless.
  const [mayRead, mayAdd] = await client.may([
    { method: 'GET', path: ORDERS },
    { method: 'POST', path: ORDERS },
  ])
  const orders = mayRead ? await client.send('GET', ORDERS) : []
  element('list').replaceChildren(...orders.map(({ item }) => listItem(item)))
  element('add').hidden = !mayAdd
  element('login').hidden = true
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
  // The message of the service, in the language of the browser.
  element('message').textContent = error instanceof ApiError ? error.message : 'Something went wrong.'
  if (!(error instanceof ApiError)) console.error(error)
}
