import { Select } from 'antd'
import { useRoles } from './use-roles.ts'

interface RoleSelectProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (roleKey: string) => void
}

/** Selects the key of a role by its name or key. */
export function RoleSelect(props: RoleSelectProps) {
  const roles = useRoles()
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      options={roles.map(({ roleKey, roleName }) => ({ value: roleKey, label: `${roleName} (${roleKey})` }))}
    />
  )
}
