import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

const FEW_RECOVERY_CODES = 2

/** Shows whether a user has a second factor, and how many recovery codes are left. */
export function SecondFactorStatus({
  secondFactor: given,
}: {
  readonly secondFactor: Schemas['SecondFactorState']
}) {
  const { secondFactor } = useTexts()
  const { enabled, enabledAt, recoveryCodesLeft, required } = given
  return (
    <div className="marks">
      <Mark kind={enabled ? 'good' : required ? 'bad' : 'plain'}>
        {enabled ? secondFactor.on : secondFactor.off}
      </Mark>
      {required && <Mark kind="plain">{secondFactor.required}</Mark>}
      {enabled && (
        <>
          <Mark kind={recoveryCodesLeft > FEW_RECOVERY_CODES ? 'plain' : 'warn'}>
            {secondFactor.codesLeft(recoveryCodesLeft)}
          </Mark>
          {enabledAt && (
            <span className="muted">
              {secondFactor.since} <TimeAgo iso={enabledAt} />
            </span>
          )}
        </>
      )}
    </div>
  )
}
