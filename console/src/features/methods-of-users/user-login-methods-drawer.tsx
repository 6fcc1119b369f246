import { Drawer } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useReturnFocus } from '../../shell/page/use-return-focus.ts'
import { UserLoginMethods } from './user-login-methods.tsx'

interface UserLoginMethodsDrawerProps {
  readonly user: Schemas['User']
  readonly onClose: () => void
}

/** Shows how a user logs in, beside the list of users. */
export function UserLoginMethodsDrawer({ user, onClose }: UserLoginMethodsDrawerProps) {
  const { methods } = useTexts()
  useReturnFocus()
  return (
    <Drawer open title={<h2>{methods.titleOf(user.username)}</h2>} size="min(480px, 100vw)" onClose={onClose}>
      <UserLoginMethods user={user} />
    </Drawer>
  )
}
