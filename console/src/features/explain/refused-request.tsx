import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Form, Input } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RouteLink, UserLink } from '../../shell/own-session/links.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { AccessDecision } from './access-decision.tsx'
import { explainCalls } from './calls.ts'
import { refusalReason } from './refusal-reason.ts'

/** Explains a refused request by its id: who, what, when, why and what to do. The id is part of the URL. */
export function RefusedRequests() {
  const { common, explain } = useTexts()
  const address = useAddress()
  const { requestId = '' } = address.values
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['refusal', requestId],
    queryFn: () => explainCalls.refusals({ requestId }),
    enabled: requestId !== '',
    retry: false,
  })
  return (
    <section className="card check-access refused-request" aria-labelledby="refused-request">
      <h2 id="refused-request">{explain.refusedTitle}</h2>
      <p className="muted">{explain.refusedHelp}</p>
      <Form<{ requestId: string }>
        layout="vertical"
        initialValues={{ requestId }}
        requiredMark={false}
        onFinish={(asked) => {
          const id = asked.requestId.trim()
          // A new id is fetched because the URL changes.
          if (id === requestId) void refetch()
          else address.set({ requestId: id })
        }}
      >
        <Form.Item
          name="requestId"
          label={explain.requestId}
          rules={[{ required: true, whitespace: true, message: common.required }]}
        >
          <Input maxLength={128} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Button htmlType="submit" loading={busy(isFetching)}>
          {explain.refusedSubmit}
        </Button>
      </Form>
      <div aria-live="polite">
        {error && <ErrorAlert error={error} />}
        {data && !error && data.list.length === 0 && (
          <Alert type="info" showIcon title={explain.refusedNone(data.keepMinutes)} />
        )}
        {!error &&
          data?.list.map((refusal) => (
            <Refusal key={`${refusal.requestId} ${refusal.refusedAt}`} refusal={refusal} />
          ))}
      </div>
    </section>
  )
}

function Refusal({ refusal }: { readonly refusal: Schemas['Refusal'] }) {
  const texts = useTexts()
  const { explain } = texts
  const { user, roleKey = '', access, method, path, needed } = refusal
  // Most other reasons are found before the token is checked, which may be valid.
  const nobody = refusal.reason.startsWith('token-') ? explain.refusedNobody : explain.refusedNotChecked
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: 'who',
            label: explain.refusedWho,
            children: user ? (
              <UserLink username={user.username} userId={user.userId}>
                {explain.userOfRole(user.username, roleKey)}
              </UserLink>
            ) : (
              nobody
            ),
          },
          {
            key: 'what',
            label: explain.refusedWhat,
            children: (
              <RouteLink path={path}>
                <code>{`${method} ${path}`}</code>
              </RouteLink>
            ),
          },
          { key: 'when', label: explain.refusedWhen, children: <LocalTime iso={refusal.refusedAt} /> },
          { key: 'from', label: explain.refusedFrom, children: <AddressLink address={refusal.address} /> },
          {
            key: 'why',
            label: explain.refusedWhy,
            children: explain.refusedReason(refusalReason(refusal.reason, texts), refusal.meaning),
          },
          { key: 'fix', label: explain.refusedFix, children: refusal.fix },
        ]}
      />
      {access && <AccessDecision call={needed ?? { method, path }} access={access} />}
    </>
  )
}
