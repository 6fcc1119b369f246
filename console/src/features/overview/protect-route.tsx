import { Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { SNIPPETS } from './snippets.ts'

/** Shows the code that protects a route, for one framework at a time, until the first call arrives. */
export default function ProtectRoute() {
  const { firstSteps, common } = useTexts()
  const [chosen, choose] = useState(SNIPPETS[0]?.name ?? '')
  const snippet = SNIPPETS.find(({ name }) => name === chosen)
  if (!snippet) return null
  return (
    <div className="snippet">
      <Segmented
        aria-label={firstSteps.framework}
        value={chosen}
        onChange={choose}
        options={SNIPPETS.map(({ name }) => ({
          value: name,
          label: name === 'Gateway' ? firstSteps.gateway : name,
        }))}
      />
      <CopyButton hasText label={common.copy(snippet.file)} text={snippet.code} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <section className="snippet-code" tabIndex={0} aria-label={snippet.file}>
        <pre>{snippet.code}</pre>
      </section>
      <p className="snippet-help muted">
        {snippet.name === 'Gateway' ? firstSteps.gatewayHelp : firstSteps.programHelp}
      </p>
      <output>{firstSteps.waiting}</output>
    </div>
  )
}
