import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'
import { busy } from '../../shell/page/busy.tsx'
import { onDemand } from '../../shell/page/on-demand.tsx'
import { secondFactorCalls } from './calls.ts'
import { CodeDialog } from './code-dialog.tsx'
import { useShowRecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorStatus } from './second-factor-status.tsx'
import type { Enrolment } from './set-up-second-factor.tsx'
import { TurnOffSecondFactor } from './turn-off-second-factor.tsx'

/** Only this dialog needs the code that draws QR codes. */
const SetUpSecondFactor = onDemand(() => import('./set-up-second-factor.tsx'))

/** Sets up the own second factor, creates new recovery codes, and turns it off or replaces it. */
export function OwnSecondFactor({
  secondFactor: own,
}: {
  readonly secondFactor: Schemas['SecondFactorState']
}) {
  const { secondFactor } = useTexts()
  const showCodes = useShowRecoveryCodes()
  const change = useOwnChange()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [isRenewing, setIsRenewing] = useState(false)
  const [isTurningOff, setIsTurningOff] = useState(false)

  const begin = (): Promise<boolean> =>
    change.run(async () => setEnrolment(await secondFactorCalls.beginSecondFactor()))

  return (
    <section className="card" aria-labelledby="second-factor">
      <h2 id="second-factor">{secondFactor.title}</h2>
      <OwnChangeProblem error={change.error} />
      <p>{secondFactor.help}</p>
      <SecondFactorStatus secondFactor={own} />
      <div className="page-actions below">
        {own.enabled ? (
          <>
            <Button onClick={() => setIsRenewing(true)}>{secondFactor.newCodes}</Button>
            <Button danger onClick={() => setIsTurningOff(true)}>
              {own.required ? secondFactor.replace : secondFactor.turnOff}
            </Button>
          </>
        ) : (
          <Button type="primary" loading={busy(change.isSending)} onClick={() => void begin()}>
            {secondFactor.setUp}
          </Button>
        )}
      </div>
      {enrolment && <SetUpSecondFactor enrolment={enrolment} onClose={() => setEnrolment(undefined)} />}
      {isRenewing && (
        <CodeDialog
          title={secondFactor.newCodesAsk}
          submit={secondFactor.newCodes}
          onSubmit={async (code) => showCodes((await secondFactorCalls.newRecoveryCodes(code)).recoveryCodes)}
          onClose={() => setIsRenewing(false)}
        >
          <p>{secondFactor.newCodesHelp}</p>
          <p>{secondFactor.turnOffHelp}</p>
        </CodeDialog>
      )}
      {isTurningOff && (
        <TurnOffSecondFactor isRequired={own.required} onClose={() => setIsTurningOff(false)} />
      )}
    </section>
  )
}
