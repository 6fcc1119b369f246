import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe calls serious or critical, in words. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // Evaluated by the browser's own debugger: the page's Content-Security-Policy lets no other script in.
  await page.evaluate(await readFile(SOURCE, 'utf8'))
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
}
