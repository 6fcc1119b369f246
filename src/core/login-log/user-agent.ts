import Bowser from 'bowser'

interface UserAgentDescription {
  readonly browser: string
  readonly os: string
  readonly platform: string
}

const MAX_LENGTH = 512
const MAX_CACHED = 256
const UNKNOWN: UserAgentDescription = { browser: '', os: '', platform: '' }

// Most logins come from a few browsers, and parsing is the most expensive part of an entry.
const cache = new Map<string, UserAgentDescription>()

/** The product that a program other than a browser names first, such as `curl/8.5.0`. */
const PRODUCT = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,63})\/(\d[\w.-]{0,31})(?: |$)/

/**
 * Returns browser, operating system and kind of device, each `''` if unknown. Never throws.
 *
 * @example describeUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0')
 * // { browser: 'Firefox 120.0', os: 'Linux', platform: 'desktop' }
 */
export function describeUserAgent(text: string): UserAgentDescription {
  const userAgent = text.slice(0, MAX_LENGTH)
  const cached = cache.get(userAgent)
  if (cached !== undefined) return cached

  const description = parse(userAgent)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(userAgent, description)
  return description
}

function parse(userAgent: string): UserAgentDescription {
  if (userAgent === '') return UNKNOWN
  try {
    const { browser, os, platform } = Bowser.parse(userAgent)
    const [, product, version] = PRODUCT.exec(userAgent) ?? []
    return {
      browser: named(browser.name, browser.version) || named(product, version),
      os: named(os.name, os.versionName ?? os.version),
      platform: platform.type ?? '',
    }
  } catch {
    return UNKNOWN
  }
}

function named(name: string | undefined, version: string | undefined): string {
  return [name, version].filter((part) => part !== undefined && part !== '').join(' ')
}
