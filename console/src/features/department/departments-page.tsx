import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Input, Tree } from 'antd'
import { type Key, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { departmentCalls } from './calls.ts'
import { DepartmentDetails } from './department-details.tsx'
import { DepartmentForm } from './department-form.tsx'
import {
  type DepartmentIndex,
  idsAbove,
  matchesOf,
  type PlacedDepartment,
} from './select/department-index.ts'
import { useDepartments } from './select/use-departments.ts'
import './department.css'

/** The query parameter with the selected department. */
const SELECTED = 'id'
const TREE_HEIGHT = 560

/** Shows the departments as a tree, and the selected one with its users and roles. */
export default function DepartmentsPage() {
  const { department } = useTexts()
  const { mayCall } = useOwnSession()
  const opened = useOpened()
  const { data: index, error, refetch } = useDepartments({ isPage: true })
  const [params, setParams] = useSearchParams()
  const selected = Number(params.get(SELECTED) ?? 0)
  const select = (id: number): void => setParams(id === 0 ? {} : { [SELECTED]: String(id) })
  if (error && !index) return <Problem isPage error={error} onRetry={() => void refetch()} />

  return (
    <>
      <PageTitle title={department.title}>
        {mayCall('POST', '/dept') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => opened.open('new')}>
            {department.add}
          </Button>
        )}
      </PageTitle>
      {index ? (
        <div className="departments">
          <TreeCard key={index.byId.size} index={index} selected={selected} onSelect={select} />
          <div>
            {index.byId.has(selected) ? (
              <DepartmentDetails
                key={selected}
                id={selected}
                index={index}
                onEdit={() => opened.open(`edit ${selected}`)}
                onAddBelow={() => opened.open(`below ${selected}`)}
                onRemoved={() => select(0)}
              />
            ) : (
              index.byId.size > 0 && <p className="card muted">{department.selectHelp}</p>
            )}
          </div>
        </div>
      ) : (
        <Loading />
      )}
      <Dialogs onSaved={select} />
    </>
  )
}

interface TreeCardProps {
  readonly index: DepartmentIndex
  readonly selected: number
  readonly onSelect: (id: number) => void
}

function TreeCard({ index, selected, onSelect }: TreeCardProps) {
  const { department } = useTexts()
  const [text, setText] = useState('')
  const [expanded, setExpanded] = useState<readonly Key[]>(() => [
    ...index.top.map(({ id }) => id),
    ...idsAbove(index, [selected]),
  ])
  const matches = matchesOf(index, text)
  const search = (next: string): void => {
    setText(next)
    const found = matchesOf(index, next)
    if (found.size > 0) setExpanded(idsAbove(index, found))
  }
  const titleOf = ({ id, name }: PlacedDepartment): ReactNode =>
    matches.has(id) ? <mark>{name}</mark> : name
  const nodeOf = (placed: PlacedDepartment): TreeNode => ({
    key: placed.id,
    title: titleOf(placed),
    children: placed.children.map(nodeOf),
  })
  return (
    <section className="card" aria-label={department.title}>
      <Input
        allowClear
        aria-label={department.search}
        placeholder={department.search}
        value={text}
        onChange={(event) => search(event.target.value)}
      />
      <p className="muted" role="status">
        {text.trim() === '' ? department.count(index.byId.size) : department.found(matches.size)}
      </p>
      {index.byId.size === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={department.none} />
      ) : (
        <Tree
          blockNode
          height={TREE_HEIGHT}
          treeData={index.top.map(nodeOf)}
          selectedKeys={[selected]}
          expandedKeys={[...expanded]}
          onExpand={(keys) => setExpanded(keys)}
          onSelect={(_keys, { node }) => onSelect(Number(node.key))}
        />
      )}
    </section>
  )
}

interface TreeNode {
  readonly key: number
  readonly title: ReactNode
  readonly children: TreeNode[]
}

/** Shows the form that the URL names. */
function Dialogs({ onSaved }: { readonly onSaved: (id: number) => void }) {
  const { name, close } = useOpened()
  const editedId = idAfter('edit', name)
  const parentId = idAfter('below', name)
  const { data } = useQuery({
    queryKey: ['department', editedId],
    queryFn: () => departmentCalls.department(editedId ?? 0),
    enabled: editedId !== undefined,
  })
  if (editedId !== undefined)
    return data ? <DepartmentForm department={data} onSaved={onSaved} onClose={close} /> : null
  if (name !== 'new' && parentId === undefined) return null
  return <DepartmentForm parentId={parentId ?? 0} onSaved={onSaved} onClose={close} />
}
