import { Outlet } from 'react-router'
import { AntDesign } from '../appearance/ant-design.tsx'
import { OwnSessionGate } from '../session/own-session.tsx'
import { PasswordDueGate } from '../user/password-due-gate.tsx'
import { Frame } from './frame.tsx'

/** Renders a page for logged-in users. Loaded after the login page, which works without Ant Design. */
export default function AuthenticatedLayout() {
  return (
    <AntDesign>
      <OwnSessionGate>
        <Frame>
          <PasswordDueGate>
            <Outlet />
          </PasswordDueGate>
        </Frame>
      </OwnSessionGate>
    </AntDesign>
  )
}
