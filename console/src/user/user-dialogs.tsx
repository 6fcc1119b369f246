import { useState } from 'react'
import type { ListedUser, User } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { UserLoginMethodsDrawer } from '../login-methods/user-login-methods-drawer.tsx'
import { type Credentials, CredentialsPanel } from './credentials-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { UserForm } from './user-form.tsx'

type Opened =
  | { readonly form: 'add' }
  | { readonly form: 'edit' | 'password' | 'login-methods'; readonly user: ListedUser }

/** Returns functions that open the forms for users, and the open form or the panel that follows it. */
export function useUserDialogs(onAdded: (user: User) => void = () => {}) {
  const { user } = useTexts()
  const [opened, setOpened] = useState<Opened>()
  const [credentials, setCredentials] = useState<Credentials>()
  const close = () => setOpened(undefined)

  const showAdded = (added: User, password: string): void => {
    const { username } = added
    setCredentials({ title: user.added(username), username, password })
    onAdded(added)
  }
  const showPassword = ({ username }: User, password: string): void =>
    setCredentials({ title: user.passwordSet(username), username, password })

  return {
    add: () => setOpened({ form: 'add' }),
    edit: (given: ListedUser) => setOpened({ form: 'edit', user: given }),
    setPassword: (given: ListedUser) => setOpened({ form: 'password', user: given }),
    showLoginMethods: (given: ListedUser) => setOpened({ form: 'login-methods', user: given }),
    dialogs: (
      <>
        {opened?.form === 'add' && <UserForm onAdded={showAdded} onClose={close} />}
        {opened?.form === 'edit' && <UserForm user={opened.user} onClose={close} />}
        {opened?.form === 'login-methods' && <UserLoginMethodsDrawer user={opened.user} onClose={close} />}
        {opened?.form === 'password' && (
          <PasswordForm
            user={opened.user}
            onSet={(password) => showPassword(opened.user, password)}
            onClose={close}
          />
        )}
        {credentials && (
          <CredentialsPanel credentials={credentials} onClose={() => setCredentials(undefined)} />
        )}
      </>
    ),
  }
}
