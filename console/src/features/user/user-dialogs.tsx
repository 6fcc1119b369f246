import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { UserLoginMethodsDrawer } from '../methods-of-users/user-login-methods-drawer.tsx'
import { PasswordForm } from '../password/password-form.tsx'
import { userCalls } from './calls.ts'
import { CredentialsPanel } from './credentials-panel.tsx'
import { UserForm } from './user-form.tsx'

const FORMS = ['edit', 'password', 'login-methods'] as const

/** Returns functions that open the forms for users, and the open form or the panel that follows it. */
export function useUserDialogs(onAdded: (user: Schemas['Profile']) => void = () => {}) {
  const { user, password } = useTexts()
  const { message } = App.useApp()
  const { name, open, close } = useOpened()
  const [chosen, setChosen] = useState<Schemas['User']>()
  const [credentials, setCredentials] = useState<{
    readonly title: string
    readonly username: string
    readonly password: string
  }>()
  const form = FORMS.find((one) => idAfter(one, name) !== undefined)
  const id = form && idAfter(form, name)
  // After a reload, or if the address comes from somebody else.
  const { data } = useQuery({
    queryKey: ['user', id],
    queryFn: () => userCalls.user(id ?? 0),
    enabled: id !== undefined && chosen?.userId !== id,
  })
  const shown = chosen?.userId === id ? chosen : data
  const show = (wanted: (typeof FORMS)[number]) => (given: Schemas['User']) => {
    setChosen(given)
    open(`${wanted} ${given.userId}`)
  }

  const showAdded = (added: Schemas['Profile'], password: string): void => {
    const { username } = added
    // An invited user has no password yet.
    if (password === '') message.success(user.invited(username))
    else setCredentials({ title: user.added(username), username, password })
    onAdded(added)
  }
  const showPassword = ({ username }: Schemas['Profile'], password: string): void =>
    setCredentials({ title: user.passwordSet(username), username, password })

  return {
    add: () => open('new'),
    edit: show('edit'),
    setPassword: show('password'),
    showLoginMethods: show('login-methods'),
    dialogs: (
      <>
        {name === 'new' && <UserForm onAdded={showAdded} onClose={close} />}
        {shown && form === 'edit' && <UserForm user={shown} onClose={close} />}
        {shown && form === 'login-methods' && <UserLoginMethodsDrawer user={shown} onClose={close} />}
        {shown && form === 'password' && (
          <PasswordForm user={shown} onSet={(password) => showPassword(shown, password)} onClose={close} />
        )}
        {credentials && (
          <CredentialsPanel
            title={credentials.title}
            help={password.generated}
            rows={[
              [user.username, credentials.username],
              [user.password, credentials.password],
            ]}
            onClose={() => setCredentials(undefined)}
          />
        )}
      </>
    ),
  }
}
