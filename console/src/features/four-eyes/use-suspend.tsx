import { App } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { ENABLED } from '../../shell/page/status-tag.tsx'
import { TypedConfirmation } from '../../shell/page/typed-confirmation.tsx'
import { useChange } from '../../shell/page/use-change.ts'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import { fourEyesCalls } from './calls.ts'

type Suspendable = Pick<Schemas['User'], 'userId' | 'username' | 'status' | 'roleKey'>

/** Returns a function that asks to type the name before it suspends a user; undefined if the user cannot be suspended. */
export function useSuspend({ userId, username, status, roleKey }: Suspendable): (() => void) | undefined {
  const { common, suspending } = useTexts()
  const own = useOwnSession()
  const hasFourEyes = useAppConfig()?.fourEyes === true
  const { modal } = App.useApp()
  // It ends the own session: the next request leads to the login page.
  const suspend = useChange(fourEyesCalls.suspendUser)
  const areAdmins = own.roleKey === ADMIN_ROLE_KEY && roleKey === ADMIN_ROLE_KEY
  if (!hasFourEyes || !areAdmins || userId === own.userId || status !== ENABLED) return undefined
  if (!own.mayCall('POST', `/sys-user/${userId}/suspension`)) return undefined
  return () => {
    const dialog = modal.confirm({
      title: suspending.ask(username),
      content: (
        <>
          <p>{suspending.help(username)}</p>
          <TypedConfirmation
            phrase={username}
            onType={(isPhrase) => dialog.update({ okButtonProps: { danger: true, disabled: !isPhrase } })}
          />
        </>
      ),
      okText: suspending.suspend,
      okButtonProps: { danger: true, disabled: true },
      cancelText: common.cancel,
      autoFocusButton: null,
      // The refusal has already been shown; the dialog closes.
      onOk: () => suspend.mutateAsync(userId).catch(() => {}),
    })
  }
}
