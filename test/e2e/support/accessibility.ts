import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The rules that a change of colours can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Returns the serious and critical violations that axe finds, with all of its rules or with the given ones. */
export async function findSeriousProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated through the debugger, because the page's Content-Security-Policy forbids injected scripts.
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(await readFile(SOURCE, 'utf8'))
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
}
