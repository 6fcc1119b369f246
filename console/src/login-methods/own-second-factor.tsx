import { Button } from 'antd'
import { useState } from 'react'
import { api, type SecondFactorState } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { busy } from '../page/busy.tsx'
import { useConfirm } from '../page/use-change.ts'
import { OwnChangeProblem } from './own-change-problem.tsx'
import { useShowRecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorStatus } from './second-factor-status.tsx'
import { type Enrolment, SetUpSecondFactor } from './set-up-second-factor.tsx'
import { TurnOffSecondFactor } from './turn-off-second-factor.tsx'
import { useOwnChange } from './use-own-change.ts'

/** Sets up the own second factor, creates new recovery codes, and turns it off or replaces it. */
export function OwnSecondFactor({ secondFactor: own }: { readonly secondFactor: SecondFactorState }) {
  const { secondFactor } = useTexts()
  const confirm = useConfirm()
  const showCodes = useShowRecoveryCodes()
  const change = useOwnChange()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [isTurningOff, setIsTurningOff] = useState(false)

  const begin = (): Promise<boolean> => change.run(async () => setEnrolment(await api.beginSecondFactor()))
  const askForNewCodes = (): void =>
    confirm({
      title: secondFactor.newCodesAsk,
      content: secondFactor.newCodesHelp,
      okText: secondFactor.newCodes,
      onOk: () => change.run(async () => showCodes((await api.newRecoveryCodes()).recoveryCodes)),
    })

  return (
    <section className="card" aria-labelledby="second-factor">
      <h2 id="second-factor">{secondFactor.title}</h2>
      <OwnChangeProblem error={change.error} />
      <p>{secondFactor.help}</p>
      <SecondFactorStatus secondFactor={own} />
      <div className="page-actions below">
        {own.enabled ? (
          <>
            <Button onClick={askForNewCodes}>{secondFactor.newCodes}</Button>
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
      {isTurningOff && (
        <TurnOffSecondFactor isRequired={own.required} onClose={() => setIsTurningOff(false)} />
      )}
    </section>
  )
}
