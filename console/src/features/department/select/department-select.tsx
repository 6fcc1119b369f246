import { TreeSelect } from 'antd'
import { useTexts } from '../../../shell/language/language.tsx'
import type { PlacedDepartment } from './department-index.ts'
import { useDepartments } from './use-departments.ts'

interface DepartmentSelectProps<Value> {
  readonly id?: string
  readonly value?: Value
  readonly onChange?: (value: Value | undefined) => void
  /** Offered for no department, with the value 0. */
  readonly none?: string
  /** Cannot be chosen, nor can those below it. */
  readonly without?: number
  readonly multiple?: boolean
  readonly allowClear?: boolean
  readonly 'aria-label'?: string
}

/** Selects one or several departments from the tree, by name. */
export function DepartmentSelect<Value extends number | readonly number[]>(
  props: DepartmentSelectProps<Value>,
) {
  const { value, onChange, none, without, multiple = false, ...others } = props
  const { department } = useTexts()
  const { data, isLoading } = useDepartments()
  const nodeOf = ({ id, name, children }: PlacedDepartment): Node => ({
    value: id,
    title: name,
    disabled: id === without,
    children: id === without ? [] : children.map(nodeOf),
  })
  const nodes = [
    ...(none === undefined ? [] : [{ value: 0, title: none, disabled: false, children: [] }]),
    ...(data?.top.map(nodeOf) ?? []),
  ]
  const chosen = [value ?? []].flat()
  // A department that the viewer does not see keeps its number.
  const unknown = chosen.filter((id) => id !== 0 && data !== undefined && !data.byId.has(id))
  return (
    <TreeSelect
      {...others}
      value={value ?? null}
      onChange={(next) => onChange?.(next as Value | undefined)}
      multiple={multiple}
      loading={isLoading}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeData={[
        ...nodes,
        ...unknown.map((id) => ({ value: id, title: `#${id}`, disabled: true, children: [] })),
      ]}
      treeDefaultExpandedKeys={data?.top.map(({ id }) => id) ?? []}
      placeholder={department.choose}
      listHeight={320}
      popupMatchSelectWidth={false}
    />
  )
}

interface Node {
  readonly value: number
  readonly title: string
  readonly disabled: boolean
  readonly children: Node[]
}
