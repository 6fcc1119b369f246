import { ApiError, createClient, oidcLoginOf, returnPath } from '/castellan-client/index.js'

/** A captcha expires after two minutes, and is replaced before that. */
const CAPTCHA_RENEWAL_MS = 110_000
const STORED_PATH = 'path-after-login'

const element = (id) => document.getElementById(id)
const client = createClient({ token: 'cookie', language: () => document.documentElement.lang })

const { pathname, search, hash } = location
// The code of a provider and the link of a message are secrets: they must not stay in the address and the history.
if (pathname !== '/login') history.replaceState(null, '', pathname)
// Anybody can write a link to this page: only paths of this site are opened after the login.
const path = returnPath(
  pathname === '/login' ? new URLSearchParams(search).get('to') : sessionStorage.getItem(STORED_PATH),
)

let ticket = ''
let captcha = { uuid: '', form: 'image', timer: 0 }

const config = await client.get('/api/v1/app-config').catch(fail)
// Passwords are offered if the service does not say what it offers.
const loginMethods = config?.loginMethods ?? [{ method: 'password', captchaRequired: true }]
const isCaptchaRequired = (name) =>
  loginMethods.some(({ method, captchaRequired }) => method === name && captchaRequired)
// A link that is opened in this tab changes only what follows #.
addEventListener('hashchange', () => location.reload())

async function begin() {
  if (pathname === '/password-link') return open('set-password')
  if (pathname === '/login') return show(await client.currentStep())
  say('note', 'Finishing the login …')
  const request = oidcLoginOf(search)
  try {
    if (request) return show(await client.login(request))
  } catch (error) {
    // The message of the service is about a password.
    if (error.reason !== 'credentials-wrong') throw error
  }
  open('log-in')
  say('problem', 'The login with the provider was not accepted.')
}

/** Shows what the user does next. */
function show(step) {
  switch (step.next) {
    case 'log-in':
      if (step.recoveryCodes) return showRecoveryCodes(step.recoveryCodes)
      open('log-in')
      // Whoever opens the login page knows that.
      if (step.error && step.error.reason !== 'token-missing') say('problem', step.error.message)
      return
    case 'enter-second-factor':
      ticket = step.ticket
      return open('enter-second-factor')
    case 'change-password':
      return open('change-password')
    case 'set-up-second-factor':
      open('set-up-second-factor')
      return showSecret()
    case 'done':
      return location.replace(path)
    default:
      throw new Error(`the step ${step.next} is not known`)
  }
}

onSubmit('log-in', async ({ username, password, code }) => {
  show(await client.login({ username, password, ...answer('password', code) }))
})
onSubmit('enter-second-factor', async ({ code }) => {
  show(await client.login({ ticket, secondFactorCode: code.trim() }))
})
onSubmit('change-password', async ({ oldPassword, newPassword }) => {
  const step = await client.changePassword({ oldPassword, newPassword })
  show(step)
  if (!step.error) say('note', 'The password is set. Log in with it.')
})
onSubmit('set-up-second-factor', async ({ code }) => show(await client.confirmSecondFactor(code.trim())))
onSubmit('recovery-codes', () => show({ next: 'log-in' }))
onSubmit('set-password', async ({ password }) => {
  const body = { link: hash.slice(1), password }
  const { username } = await client.post('/api/v1/password-link', { body })
  open('log-in')
  element('username').value = username
  say('note', 'The password is set. Log in with it.')
})
onSubmit('forgot-password', async ({ account, code }) => {
  const body = { account, ...answer('password', code) }
  await client.send('POST', '/api/v1/forgotten-password', { body })
  open('log-in')
  say('note', 'If there is such an account, a message was sent.')
})

element('forgot').addEventListener('click', () => open('forgot-password'))
for (const button of document.querySelectorAll('.back')) {
  button.addEventListener('click', () => show({ next: 'log-in' }))
}
// These steps have a session.
for (const button of document.querySelectorAll('.leave')) {
  button.addEventListener('click', () => client.logout().then(show, fail))
}

/** Opens one of the forms. */
function open(id) {
  for (const form of document.forms) form.hidden = form.id !== id
  const form = element(id)
  form.reset()
  document.title = form.dataset.title
  element('title').textContent = form.dataset.title
  say('note', '')
  say('problem', '')
  const place =
    loginMethods.some(({ captchaRequired }) => captchaRequired) && form.querySelector('.captcha-place')
  if (place) {
    place.append(element('captcha') ?? createCaptcha())
    void renewCaptcha()
  } else clearTimeout(captcha.timer)
  // The recovery codes have no field.
  const first = form.querySelector('input:enabled') ?? element('title')
  first.focus()
}

/** Runs the work with the values of a form. A refusal is shown, and the user tries again. */
function onSubmit(id, work) {
  const form = element(id)
  const button = form.querySelector('[type=submit]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    say('note', '')
    say('problem', '')
    button.disabled = true
    try {
      await work(Object.fromEntries(new FormData(form)))
      button.disabled = false
    } catch (error) {
      fail(error)
      const isCaptchaWrong = error.reason === 'captcha-wrong'
      form.querySelector(isCaptchaWrong ? '#captcha-text' : 'input:enabled')?.focus()
      // A captcha is valid for one attempt.
      if (form.contains(element('captcha'))) await renewCaptcha()
      await wait(error.retryAfterSeconds ?? 0, button)
      button.disabled = false
    }
  })
}

/** Waits as long as the service demands, and shows the time on the button. */
async function wait(seconds, button) {
  const text = button.textContent
  for (let left = seconds; left > 0; left -= 1) {
    button.textContent = `${text} (${left} s)`
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  button.textContent = text
}

function say(id, text) {
  element(id).textContent = text
}

/** Shows the message of the service, which is in the language of the page. */
function fail(error) {
  say('problem', error instanceof ApiError ? error.message : 'Something went wrong.')
  if (!(error instanceof ApiError)) console.error(error)
}

function createCaptcha() {
  const content = element('captcha-template').content.cloneNode(true)
  content.getElementById('captcha-renew').addEventListener('click', () => renewCaptcha())
  content.getElementById('captcha-form').addEventListener('click', () => {
    captcha.form = captcha.form === 'image' ? 'audio' : 'image'
    return renewCaptcha()
  })
  return content
}

async function renewCaptcha() {
  const { form } = captcha
  const isAudio = form === 'audio'
  clearTimeout(captcha.timer)
  // What is shown and typed belongs to the captcha before.
  element('captcha-text').value = ''
  element('captcha-image').hidden = true
  element('captcha-audio').hidden = true
  say('captcha-form', isAudio ? 'Show a picture' : 'Listen')
  try {
    const { uuid, data } = await client.captcha(form)
    // The user has chosen the other form in the meantime.
    if (form !== captcha.form) return
    captcha = { uuid, form, timer: setTimeout(renewCaptcha, CAPTCHA_RENEWAL_MS) }
    const shown = element(isAudio ? 'captcha-audio' : 'captcha-image')
    shown.src = data
    shown.hidden = false
  } catch (error) {
    fail(error)
  }
}

/** Returns the fields of the captcha, if the method requires one. */
function answer(method, code) {
  return isCaptchaRequired(method) ? { uuid: captcha.uuid, code } : {}
}

/** Shows the fields of a password, if it is a login method, and a button for each provider of single sign-on. */
function showLoginMethods() {
  const isHidden = !loginMethods.some(({ method }) => method === 'password')
  for (const part of document.querySelectorAll('.password-login')) {
    part.hidden = isHidden
    part.disabled = isHidden
  }
  element('forgot').hidden = !config?.passwordLinks.includes('forgotten')
  const providers = loginMethods.filter(({ method }) => method === 'oidc')
  const buttons = providers.map(({ provider, label }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet'
    button.textContent = `Log in with ${label}`
    button.addEventListener('click', () => startOidc(provider))
    return button
  })
  element('providers').replaceChildren(...buttons)
}

async function startOidc(provider) {
  const text = element('captcha-text')
  if (isCaptchaRequired('oidc') && !text.reportValidity()) return
  try {
    const query = answer('oidc', text?.value)
    const { url } = await client.send('GET', '/api/v1/login/oidc/{provider}', {
      parameters: { provider },
      query,
    })
    sessionStorage.setItem(STORED_PATH, path)
    location.assign(url)
  } catch (error) {
    fail(error)
    text?.focus()
    if (text) await renewCaptcha()
  }
}

async function showSecret() {
  try {
    const { secret, uri } = await client.post('/api/v1/user/second-factor')
    say('secret', secret)
    element('secret-link').href = uri
  } catch (error) {
    fail(error)
  }
}

function showRecoveryCodes(codes) {
  open('recovery-codes')
  const items = codes.map((code) => {
    const item = document.createElement('li')
    item.textContent = code
    return item
  })
  element('codes').replaceChildren(...items)
}

// Last: a form that is shown before its listener is there would be sent by the browser.
showLoginMethods()
await begin().catch((error) => {
  open('log-in')
  fail(error)
})
