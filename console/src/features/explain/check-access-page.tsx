import { useQuery } from '@tanstack/react-query'
import { Button, Form, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { CheckScope } from '../data-scope/scope-check.tsx'
import { METHODS } from '../permission/methods.ts'
import { PathInput } from '../permission/path-input.tsx'
import { PermissionTabs } from '../permission/permission-tabs.tsx'
import { RoleSelect } from '../role/select/role-select.tsx'
import { UserSelect } from '../user/select/user-select.tsx'
import { AccessDecision } from './access-decision.tsx'
import { explainCalls } from './calls.ts'
import { RefusedRequests } from './refused-request.tsx'

interface Question {
  readonly roleKey?: string
  readonly username?: string
  readonly method: string
  readonly path: string
}

/** What the check of data needs. */
const SCOPE_CALLS = ['/data-scope/explain', '/sys-user', '/deptTree']
const CALLABLE_METHODS = METHODS.filter((method) => method !== '*')

/** Shows whether a role or a user may call a path, and why. The question is part of the URL, so that it can be shared. */
export default function CheckAccessPage() {
  const { permission, common, explain } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const { roleKey, username, method = 'GET', path = '' } = address.values
  const [subject, setSubject] = useState<'role' | 'user'>(username === undefined ? 'role' : 'user')
  const who = username !== undefined ? { username } : roleKey !== undefined ? { roleKey } : undefined
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', who, method, path],
    queryFn: () => explainCalls.explain({ ...who, method, path }),
    enabled: who !== undefined && path !== '',
    retry: false,
  })
  const needed = { required: true, message: common.required }

  return (
    <>
      <PageTitle title={permission.title} />
      <PermissionTabs />
      <section className="card check-access" aria-labelledby="check-access">
        <h2 id="check-access">{explain.title}</h2>
        <p className="muted">{explain.help}</p>
        <Form<Question>
          layout="vertical"
          initialValues={{ ...who, method, path }}
          requiredMark={false}
          onFinish={(asked) => {
            address.set({ roleKey: undefined, username: undefined, ...asked })
            void refetch()
          }}
        >
          {mayCall('GET', '/sys-user') && (
            <Segmented
              className="check-subject"
              aria-label={explain.subject}
              value={subject}
              onChange={setSubject}
              options={[
                { value: 'role', label: permission.role },
                { value: 'user', label: explain.user },
              ]}
            />
          )}
          {subject === 'role' ? (
            <Form.Item name="roleKey" label={permission.role} rules={[needed]}>
              <RoleSelect />
            </Form.Item>
          ) : (
            <Form.Item name="username" label={explain.user} rules={[needed]}>
              <UserSelect />
            </Form.Item>
          )}
          <Form.Item name="method" label={permission.method} rules={[needed]}>
            <Select options={CALLABLE_METHODS.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="path" label={permission.path} rules={[needed]}>
            <PathInput />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy(isFetching)}>
            {explain.submit}
          </Button>
        </Form>
        <div aria-live="polite">
          {error && <ErrorAlert error={error} />}
          {data && !error && <AccessDecision call={{ method, path }} access={data} />}
        </div>
      </section>
      {SCOPE_CALLS.every((path) => mayCall('GET', path)) && <CheckScope />}
      {mayCall('GET', '/refusal') && <RefusedRequests />}
    </>
  )
}
