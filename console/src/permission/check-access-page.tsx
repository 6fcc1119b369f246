import { useQuery } from '@tanstack/react-query'
import { Alert, AutoComplete, Button, Form, Select } from 'antd'
import { api, type Explanation } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { busy } from '../page/busy.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { useAddress } from '../page/use-address.ts'
import { useRoles } from '../role/use-roles.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { formatEndpoint } from './decision.ts'
import { METHODS } from './methods.ts'
import { PathInput } from './path-input.tsx'
import { covers } from './path-pattern.ts'
import { PermissionTabs } from './permission-tabs.tsx'
import { useRoutes } from './use-matrix.ts'
import { useRuleChange } from './use-rule-change.tsx'

interface Question {
  readonly roleKey: string
  readonly method: string
  readonly path: string
}

/** Asks the service whether a role may call a path, and why. The question is part of the URL, so that it can be shared. */
export default function CheckAccessPage() {
  const { permission, common } = useTexts()
  const address = useAddress()
  const roles = useRoles()
  const { roleKey = '', method = 'GET', path = '' } = address.values
  const question = { roleKey, method, path }
  const isAsked = roleKey !== '' && path !== ''
  const needed = { required: true, message: common.required }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', question],
    queryFn: () => api.explain(question),
    enabled: isAsked,
    retry: false,
  })

  return (
    <>
      <PageTitle title={permission.title} />
      <PermissionTabs />
      <section className="card check-access" aria-labelledby="check-access">
        <h2 id="check-access">{permission.checkTitle}</h2>
        <p className="muted">{permission.checkHelp}</p>
        <Form<Question>
          layout="vertical"
          initialValues={question}
          requiredMark={false}
          onFinish={(asked) => {
            address.set({ ...asked })
            void refetch()
          }}
        >
          <Form.Item name="roleKey" label={permission.role} rules={[needed]}>
            <AutoComplete options={roles.map((role) => ({ value: role.roleKey }))} />
          </Form.Item>
          <Form.Item name="method" label={permission.method} rules={[needed]}>
            <Select
              options={METHODS.filter((one) => one !== '*').map((value) => ({ value, label: value }))}
            />
          </Form.Item>
          <Form.Item name="path" label={permission.path} rules={[needed]} className="check-path">
            <PathInput />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy(isFetching)}>
            {permission.checkSubmit}
          </Button>
        </Form>
        <div aria-live="polite">
          {isAsked && error && <Alert type="error" showIcon title={error.message} />}
          {isAsked && data && !error && <Answer question={question} explanation={data} />}
        </div>
      </section>
    </>
  )
}

function Answer({
  question,
  explanation,
}: {
  readonly question: Question
  readonly explanation: Explanation
}) {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const { data: routes = [] } = useRoutes()
  const { add } = useRuleChange(routes)
  const { roleKey, method, path } = question
  const { why, rule } = explanation
  const isAllowed = why !== 'denied'
  const route = routes.find((one) => one.method === method && covers(one.path, path))
  const words = isAllowed
    ? permission.mayCall(roleKey, method, path)
    : permission.mayNotCall(roleKey, method, path)
  return (
    <Alert
      type={isAllowed ? 'success' : 'error'}
      showIcon
      title={`${isAllowed ? permission.yes : permission.no}. ${words}`}
      description={
        <>
          <p>{rule ? permission.byRule(formatEndpoint(rule)) : permission.whyLong[why]}</p>
          {route && route.checks !== 'both' && <p>{permission.uncheckedRoute}</p>}
        </>
      }
      action={
        !isAllowed &&
        mayCall('POST', '/policy') && <Button onClick={() => add([question])}>{permission.allowIt}</Button>
      }
    />
  )
}
