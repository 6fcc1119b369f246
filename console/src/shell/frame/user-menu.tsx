import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { useIsPhone } from '../appearance/use-media.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { useSessionEnd } from '../own-session/session-end.ts'
import { clockText } from '../page/time-text.ts'
import { useLogout } from './use-logout.ts'

export function UserMenu() {
  const { nav, ownSession } = useTexts()
  const { name, roleKey } = useOwnSession()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const end = useSessionEnd()
  const logout = useLogout()
  const items = [
    { key: 'role', label: `${name} (${roleKey})`, disabled: true },
    ...(end === undefined
      ? []
      : [
          {
            key: 'end',
            label: ownSession.endsAt(clockText(end)),
            disabled: true,
          },
        ]),
    { type: 'divider' as const },
    { key: 'profile', icon: <UserOutlined />, label: nav.profile, onClick: () => navigate('/profile') },
    { key: 'logout', icon: <LogoutOutlined />, label: nav.logout, onClick: () => void logout() },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" icon={<UserOutlined />} aria-label={`${nav.profile}: ${name}`}>
        {isPhone ? null : name}
      </Button>
    </Dropdown>
  )
}
