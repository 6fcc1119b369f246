import { Outlet } from 'react-router'
import { PendingChangeDialog } from '../features/four-eyes/pending-change-dialog.tsx'
import { RecoveryCodesStage } from '../features/second-factor/recovery-codes.tsx'
import { AntDesign } from './appearance/ant-design.tsx'
import { Frame } from './frame/frame.tsx'
import { DutyGate } from './own-session/duty-gate.tsx'
import { OwnSessionGate } from './own-session/own-session.tsx'

/** Renders a page for logged-in users. Loaded after the login page, which works without Ant Design. */
export default function AuthenticatedLayout() {
  return (
    <AntDesign>
      <RecoveryCodesStage>
        <OwnSessionGate>
          <Frame>
            <DutyGate>
              <Outlet />
            </DutyGate>
          </Frame>
          <PendingChangeDialog />
        </OwnSessionGate>
      </RecoveryCodesStage>
    </AntDesign>
  )
}
