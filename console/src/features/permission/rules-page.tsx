import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ExportLink } from '../../shell/own-session/export-link.tsx'
import { RouteLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useOpened } from '../../shell/page/use-opened.ts'
import { ImportForm } from '../policy-files/import-form.tsx'
import { usePolicyPreview } from '../preview/policy-preview.tsx'
import { RoleMark } from '../role/select/role-mark.tsx'
import { useRoles } from '../role/select/use-roles.ts'
import { permissionCalls } from './calls.ts'
import { formatRule } from './decision.ts'
import { METHODS } from './methods.ts'
import { PermissionTabs } from './permission-tabs.tsx'
import { RuleForm } from './rule-form.tsx'

/** Lists all rules of the policy. */
export default function RulesPage() {
  const { permission, policyFile } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const roles = useRoles()
  const page = usePage('rules', permissionCalls.rules, address)
  const { roleKey } = address.values
  const { name, open, close } = useOpened()
  const edited = editedRule(name)
  const [selected, setSelected] = useState<readonly Schemas['Rule'][]>([])
  const removal = useRemoval(() => setSelected([]))
  return (
    <>
      <PageTitle title={permission.title}>
        {selected.length > 0 && (
          <Button danger onClick={() => removal.ask(selected)}>
            {permission.removeSelected(selected.length)}
          </Button>
        )}
        <ExportLink of="policy" />
        {mayCall('POST', '/policy/import') && (
          <Button icon={<ImportOutlined />} onClick={() => open('import')}>
            {policyFile.import}
          </Button>
        )}
        {mayCall('POST', '/policy') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => open('new')}>
            {permission.addRule}
          </Button>
        )}
      </PageTitle>
      <PermissionTabs />
      <Filters address={address}>
        <ChoiceFilter
          address={address}
          name="roleKey"
          label={permission.role}
          choices={roles.map(({ roleKey, roleName }) => ({
            value: roleKey,
            label: `${roleName} (${roleKey})`,
          }))}
        />
        <TextFilter address={address} name="path" label={permission.path} />
        <ChoiceFilter
          address={address}
          name="method"
          label={permission.method}
          choices={METHODS.map((method) => ({ value: method, label: method }))}
        />
      </Filters>
      <PageTable<Schemas['Rule']>
        label={permission.rules}
        columns={useColumns({
          onEdit: (rule) => open(`edit ${formatRule(rule)}`),
          onRemove: (rule) => removal.ask([rule]),
        })}
        rowKey={formatRule}
        page={page}
        address={address}
        empty={permission.none}
        {...(mayCall('DELETE', '/policy')
          ? {
              rowSelection: {
                selectedRowKeys: selected.map(formatRule),
                preserveSelectedRowKeys: true,
                onChange: (_keys, rules) => setSelected(rules),
                getCheckboxProps: (rule) => ({ 'aria-label': permission.select(formatRule(rule)) }),
              },
            }
          : {})}
      />
      {name === 'new' && <RuleForm suggested={roleKey === undefined ? {} : { roleKey }} onClose={close} />}
      {name === 'import' && <ImportForm onClose={close} />}
      {edited && (
        <RuleForm
          rule={edited}
          onClose={() => {
            close()
            setSelected([])
          }}
        />
      )}
    </>
  )
}

/** Returns the rule in the name of an open form, such as `edit editor GET /orders`. */
function editedRule(name: string | undefined): Schemas['Rule'] | undefined {
  const [, roleKey, method, path] = /^edit (\S+) (\S+) (.+)$/.exec(name ?? '') ?? []
  return roleKey && method && path ? { roleKey, method, path } : undefined
}

const MAX_LISTED = 5

/** Removes rules after one confirmation. */
function useRemoval(onDone: () => void) {
  const { permission } = useTexts()
  const confirm = useConfirm()
  const previewOf = usePolicyPreview()
  const remove = useChange(permissionCalls.removeRules, permission.removed)
  return {
    ask(rules: readonly Schemas['Rule'][]): void {
      const listed = rules.slice(0, MAX_LISTED).map(formatRule).join(', ')
      const others = rules.length - MAX_LISTED
      confirm({
        title: permission.removeRulesAsk(rules.length),
        content: (
          <>
            {others > 0 ? permission.andMore(listed, others) : listed}. {permission.removeRuleHelp}
            {previewOf({ remove: rules })}
          </>
        ),
        okText: permission.removeRules(rules.length),
        onOk: () => remove.mutateAsync(rules).then(onDone),
      })
    },
  }
}

interface ColumnOptions {
  readonly onEdit: (rule: Schemas['Rule']) => void
  readonly onRemove: (rule: Schemas['Rule']) => void
}

function useColumns({ onEdit, onRemove }: ColumnOptions) {
  const { permission, common } = useTexts()
  const { mayCall } = useOwnSession()
  const mayRemove = mayCall('DELETE', '/policy')
  const mayEdit = mayCall('POST', '/policy/change')
  return [
    {
      title: permission.role,
      key: 'role',
      render: (_: unknown, { roleKey }: Schemas['Rule']) => <RoleMark roleKey={roleKey} />,
    },
    {
      title: permission.method,
      key: 'method',
      render: (_: unknown, { method }: Schemas['Rule']) => <MethodName method={method} />,
    },
    {
      title: permission.path,
      key: 'path',
      render: (_: unknown, { path }: Schemas['Rule']) => <RouteLink path={path} />,
    },
    actionsColumn(common.more, (rule: Schemas['Rule']) => (
      <RowActions
        of={formatRule(rule)}
        actions={[
          ...(mayEdit ? [{ key: 'edit', label: common.edit, onClick: () => onEdit(rule) }] : []),
          ...(mayRemove
            ? [{ key: 'remove', label: permission.remove, danger: true, onClick: () => onRemove(rule) }]
            : []),
        ]}
      />
    )),
  ]
}

function MethodName({ method }: { readonly method: string }) {
  return <span className={`method method-${method === '*' ? 'any' : method.toLowerCase()}`}>{method}</span>
}
