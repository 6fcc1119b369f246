import { Button } from 'antd'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import '../../shell/page/login-methods.css'

type ShowCodes = (codes: readonly string[]) => void

const Context = createContext<ShowCodes | undefined>(undefined)

/**
 * Shows new recovery codes in place of the pages until the user has saved them. It is outside of the pages, because setting up
 * the second factor can end the session, which leads to the login page.
 */
export function RecoveryCodesStage({ children }: { readonly children: ReactNode }) {
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Context value={setCodes}>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : children}
    </Context>
  )
}

export function useShowRecoveryCodes(): ShowCodes {
  const show = use(Context)
  if (!show) throw new Error('useShowRecoveryCodes needs a RecoveryCodesStage')
  return show
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { secondFactor } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="login">
      <main className="login-card card">
        <h1 ref={heading} tabIndex={-1}>
          {secondFactor.recoveryCodes}
        </h1>
        <p>{secondFactor.recoveryCodesHelp}</p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="page-actions">
          <CopyButton label={secondFactor.copyCodes} text={text} hasText />
          <Button
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="recovery-codes.txt"
          >
            {secondFactor.downloadCodes}
          </Button>
        </div>
        <Button type="primary" size="large" onClick={onDone}>
          {secondFactor.codesSaved}
        </Button>
      </main>
    </div>
  )
}
