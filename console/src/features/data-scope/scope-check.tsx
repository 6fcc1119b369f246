import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { DepartmentSelect } from '../department/select/department-select.tsx'
import { UserSelect } from '../user/select/user-select.tsx'
import { dataScopeCalls } from './calls.ts'
import { useScopeNames } from './data-scope.ts'

interface Question {
  readonly username: string
  readonly deptId: number
  readonly isOwner?: boolean
}

/** Shows whether a user sees the rows of a department, and why. The question is part of the URL, so that it can be shared. */
export function CheckScope() {
  const { department, common, dataScopes, explain } = useTexts()
  const address = useAddress()
  const { rowUser: username, rowDept: deptId, rowOwner } = address.values
  const isOwner = rowOwner === 'yes'
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['scope-check', username, deptId, isOwner],
    queryFn: () =>
      dataScopeCalls.explainScope({
        username: username ?? '',
        deptId: deptId ?? '',
        ...(isOwner ? { owner: username ?? '' } : {}),
      }),
    enabled: username !== undefined && deptId !== undefined,
    retry: false,
  })
  const needed = { required: true, message: common.required }
  return (
    <section className="card check-access check-scope" aria-labelledby="check-scope">
      <h2 id="check-scope">{dataScopes.check}</h2>
      <p className="muted">{dataScopes.checkHelp}</p>
      <Form<Question>
        // The page has another form with a user, and ids must differ.
        name="scope"
        layout="vertical"
        initialValues={{ username, deptId: deptId === undefined ? undefined : Number(deptId), isOwner }}
        requiredMark={false}
        onFinish={(asked) => {
          address.set({
            rowUser: asked.username,
            rowDept: String(asked.deptId),
            rowOwner: asked.isOwner ? 'yes' : undefined,
          })
          void refetch()
        }}
      >
        <Form.Item name="username" label={explain.user} rules={[needed]}>
          <UserSelect />
        </Form.Item>
        <Form.Item name="deptId" label={department.ofUser} rules={[needed]}>
          <DepartmentSelect<number> />
        </Form.Item>
        <Form.Item name="isOwner" valuePropName="checked">
          <Checkbox>{dataScopes.ownsRow}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy(isFetching)}>
          {explain.submit}
        </Button>
      </Form>
      <div aria-live="polite">
        {error && <ErrorAlert error={error} />}
        {data && !error && <ScopeDecision check={data} />}
      </div>
    </section>
  )
}

function ScopeDecision({ check }: { readonly check: Schemas['ScopeCheck'] }) {
  const { department, dataScopes } = useTexts()
  const scopes = useScopeNames()
  const { allowed, why, user, dataScope, department: asked, ownDepartment } = check
  const nameOf = ({ deptName, deptId }: typeof asked) => deptName || `#${deptId}`
  const own = ownDepartment ? nameOf(ownDepartment) : department.noneOfUser
  return (
    <Alert
      type={allowed ? 'success' : 'error'}
      showIcon
      title={
        allowed
          ? dataScopes.maySee(user.username, nameOf(asked))
          : dataScopes.mayNotSee(user.username, nameOf(asked))
      }
      description={
        <>
          <p>{dataScopes.decisions[why]}</p>
          <p>{dataScopes.basis(user.roleKey, scopes.get(dataScope) ?? dataScope, own)}</p>
        </>
      }
    />
  )
}
