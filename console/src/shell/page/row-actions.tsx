import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTexts } from '../language/language.tsx'

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  readonly onClick: () => void
}

/** Shows the permitted actions of a row: the first as a quiet button, the others in a menu. */
export function RowActions({ of, actions }: { readonly of: string; readonly actions: readonly RowAction[] }) {
  const { common } = useTexts()
  const [first, ...others] = actions
  if (!first) return null
  return (
    <span className="row-actions">
      <Button
        type="text"
        size="small"
        danger={first.danger ?? false}
        onClick={first.onClick}
        aria-label={`${first.label}: ${of}`}
      >
        {first.label}
      </Button>
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{ items: others.map((action) => ({ ...action })) }}
          placement="bottomRight"
        >
          <Button type="text" size="small" icon={<MoreOutlined />} aria-label={common.openIn(of)} />
        </Dropdown>
      )}
    </span>
  )
}
