import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Typography } from 'antd'
import type { Log, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { FoldedOnPhone } from '../../shell/page/folded.tsx'
import { timeText } from '../../shell/page/time-text.ts'
import { verificationCalls } from './calls.ts'
import './verification.css'

const MAX_FINDINGS_SHOWN = 20

/** Verifies a log on demand. The verification reads the whole log. */
export function VerificationCard({ log }: { readonly log: Log }) {
  const { verification } = useTexts()
  const { mayCall } = useOwnSession()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['verification', log],
    queryFn: () => verificationCalls.verifyLog(log),
    enabled: false,
    retry: false,
  })
  if (!mayCall('GET', `/${log}/verify`)) return null
  return (
    <FoldedOnPhone label={verification.title}>
      <section className="card verification" aria-labelledby="verification">
        <div className="verification-head">
          <div>
            <h2 id="verification">{verification.title}</h2>
            <p className="muted">{verification.help}</p>
          </div>
          <Button
            icon={<SafetyCertificateOutlined />}
            loading={busy(isFetching)}
            onClick={() => void refetch()}
          >
            {verification.check}
          </Button>
        </div>
        <div aria-live="polite">
          {error && <ErrorAlert type="warning" error={error} />}
          {data && !error && <Outcome result={data} at={timeText(dataUpdatedAt)} />}
        </div>
      </section>
    </FoldedOnPhone>
  )
}

function Outcome({ result, at }: { readonly result: Schemas['Verification']; readonly at: string }) {
  const { verification } = useTexts()
  const { intact, verified, removed, findings, head } = result
  const description = intact ? (
    <>
      <p>
        {verification.intactHelp(verified, removed)} {verification.at(at)}
      </p>
      <p>
        {verification.head(head.position)}{' '}
        <Typography.Text code copyable className="hash">
          {head.hash}
        </Typography.Text>
      </p>
    </>
  ) : (
    <>
      <p>
        {verification.brokenHelp(findings.length, verified)} {verification.at(at)}
      </p>
      <ul>
        {findings.slice(0, MAX_FINDINGS_SHOWN).map(({ kind, position, upTo }) => (
          <li key={`${position} ${kind}`}>
            {verification.entries(position, upTo)}: {verification.findings[kind]}
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <Alert
      type={intact ? 'success' : 'error'}
      showIcon
      title={intact ? verification.intact : verification.broken}
      description={description}
    />
  )
}
