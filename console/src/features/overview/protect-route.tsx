import { Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { SECRET_PLACE, SNIPPETS } from './snippets.ts'

/** Shows the code that protects a route, for one framework at a time, until the first call arrives. */
export default function ProtectRoute() {
  const { firstSteps } = useTexts()
  const [chosen, choose] = useState(SNIPPETS[0]?.name ?? '')
  const [secret] = useState(randomSecret)
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
      {snippet.commands && <Code name={firstSteps.commands} text={snippet.commands} />}
      <Code name={snippet.file} text={snippet.code.replace(SECRET_PLACE, secret)} />
      <p className="snippet-help muted">
        {snippet.name === 'Gateway' ? firstSteps.gatewayHelp : firstSteps.programHelp}
      </p>
      <output>{firstSteps.waiting}</output>
    </div>
  )
}

function Code({ name, text }: { readonly name: string; readonly text: string }) {
  const { common } = useTexts()
  return (
    <>
      <p className="snippet-name">
        <code>{name}</code> <CopyButton hasText label={common.copy(name)} text={text} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <section className="snippet-code" tabIndex={0} aria-label={name}>
        <pre>{text}</pre>
      </section>
    </>
  )
}

/** Returns 48 random bytes in Base64. */
function randomSecret(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(48))))
}
