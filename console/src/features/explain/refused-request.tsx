import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Form, Input } from 'antd'
import { api, type RefusedRequest } from '../../shell/api/api.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RouteLink, UserLink } from '../../shell/own-session/links.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { AccessDecision } from './access-decision.tsx'
import { refusalReason } from './refusal-reason.ts'

/** Explains a refused request by its id: who, what, when, why and what to do. The id is part of the URL. */
export function RefusedRequests() {
  const { permission, common } = useTexts()
  const address = useAddress()
  const { requestId = '' } = address.values
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['refusal', requestId],
    queryFn: () => api.refusals({ requestId }),
    enabled: requestId !== '',
    retry: false,
  })
  return (
    <section className="card check-access refused-request" aria-labelledby="refused-request">
      <h2 id="refused-request">{permission.refusedTitle}</h2>
      <p className="muted">{permission.refusedHelp}</p>
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
          label={permission.requestId}
          rules={[{ required: true, whitespace: true, message: common.required }]}
        >
          <Input maxLength={128} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Button htmlType="submit" loading={busy(isFetching)}>
          {permission.refusedSubmit}
        </Button>
      </Form>
      <div aria-live="polite">
        {error && <ErrorAlert error={error} />}
        {data && !error && data.list.length === 0 && (
          <Alert type="info" showIcon title={permission.refusedNone(data.keepMinutes)} />
        )}
        {!error &&
          data?.list.map((refusal) => (
            <Refusal key={`${refusal.requestId} ${refusal.refusedAt}`} refusal={refusal} />
          ))}
      </div>
    </section>
  )
}

function Refusal({ refusal }: { readonly refusal: RefusedRequest }) {
  const texts = useTexts()
  const { permission } = texts
  const { user, roleKey = '', access, method, path, needed } = refusal
  // Most other reasons are found before the token is checked, which may be valid.
  const nobody = refusal.reason.startsWith('token-') ? permission.refusedNobody : permission.refusedNotChecked
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: 'who',
            label: permission.refusedWho,
            children: user ? (
              <UserLink username={user.username} userId={user.userId}>
                {permission.userOfRole(user.username, roleKey)}
              </UserLink>
            ) : (
              nobody
            ),
          },
          {
            key: 'what',
            label: permission.refusedWhat,
            children: (
              <RouteLink path={path}>
                <code>{`${method} ${path}`}</code>
              </RouteLink>
            ),
          },
          { key: 'when', label: permission.refusedWhen, children: <LocalTime iso={refusal.refusedAt} /> },
          { key: 'from', label: permission.refusedFrom, children: <AddressLink address={refusal.address} /> },
          {
            key: 'why',
            label: permission.refusedWhy,
            children: permission.refusedReason(refusalReason(refusal.reason, texts), refusal.meaning),
          },
          { key: 'fix', label: permission.refusedFix, children: refusal.fix },
        ]}
      />
      {access && <AccessDecision call={needed ?? { method, path }} access={access} />}
    </>
  )
}
