import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The rules that a change of colours can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** A button that waits for a response is inactive, although it is not disabled: its contrast does not matter. */
const INACTIVE = '.ant-btn-loading'

interface Checked {
  /** Default: all rules of axe. */
  readonly rules?: readonly string[]
  /** A selector of the part of the page to check. Default: the whole page. */
  readonly part?: string
}

/** Returns the violations that axe finds. */
export async function findProblems(page: Page, { rules, part }: Checked = {}): Promise<string[]> {
  // Evaluated through the debugger, because the page's Content-Security-Policy forbids injected scripts.
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(await readFile(SOURCE, 'utf8'))
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    ...(rules ? { runOnly: rules } : {}),
  }
  const context = { ...(part === undefined ? {} : { include: [part] }), exclude: [INACTIVE] }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

/** Gives all rows, links and controls the style that they have under the pointer. Returns a function that ends it. */
export async function forceHover(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const selector = 'tr, a, button, [role="menuitem"], [role="tab"], .ant-segmented-item, .ant-select'
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  for (const nodeId of nodeIds) {
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] })
  }
  return () => session.detach()
}
