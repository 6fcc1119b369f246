import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { RemoveButton } from '../../shell/page/remove-button.tsx'
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { externalAccountCalls } from '../external-accounts/calls.ts'
import { LinkForm } from '../external-accounts/link-form.tsx'
import { LinkList } from '../external-accounts/link-list.tsx'
import { passkeyCalls } from '../passkeys/calls.ts'
import { PasskeyList } from '../passkeys/passkey-list.tsx'
import { secondFactorCalls } from '../second-factor/calls.ts'
import { SecondFactorStatus } from '../second-factor/second-factor-status.tsx'
import { methodCalls } from './calls.ts'
import { methodNames } from './method-names.ts'
import '../../shell/page/login-methods.css'

/** Shows how a user logs in. Operators reset the second factor, remove passkeys, and add and remove links. */
export function UserLoginMethods({ user: given }: { readonly user: Schemas['User'] }) {
  const { userId, username } = given
  const { methods, secondFactor, passkey, link, removal } = useTexts()
  const { mayCall, userId: ownId } = useOwnSession()
  // Users change their own login methods on the profile page.
  const mayChange = (method: string, path: string): boolean =>
    given.mayChange && userId !== ownId && mayCall(method, path)
  const confirm = useConfirm()
  const [isLinking, setIsLinking] = useState(false)
  const reset = useChange(() => secondFactorCalls.resetSecondFactor(userId), secondFactor.wasReset)
  const removePasskey = useChange((id: number) => passkeyCalls.removePasskeyOf(userId, id), removal.removed)
  const removeLink = useChange((id: number) => externalAccountCalls.removeLink(userId, id), removal.removed)
  const { data, error, refetch } = useQuery({
    queryKey: ['login-methods', userId],
    queryFn: () => methodCalls.loginMethodsOf(userId),
  })
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />

  const askToReset = (): void =>
    confirm({
      title: secondFactor.resetAsk(username),
      content: secondFactor.resetHelp,
      okText: secondFactor.reset,
      onOk: () => reset.mutateAsync(undefined),
    })

  return (
    <>
      <h3>{methods.allowed}</h3>
      <p>{data.loginMethods.length === 0 ? methods.all : methodNames(data.loginMethods, methods.names)}</p>
      <h3>{secondFactor.title}</h3>
      <SecondFactorStatus secondFactor={data.secondFactor} />
      {data.secondFactor.enabled && mayChange('DELETE', `/sys-user/${userId}/second-factor`) && (
        <Button size="small" danger className="below" onClick={askToReset}>
          {secondFactor.reset}
        </Button>
      )}
      <h3>{passkey.title}</h3>
      <PasskeyList
        passkeys={data.passkeys}
        actions={({ id, name }) =>
          mayChange('DELETE', `/sys-user/${userId}/passkey/${id}`) && (
            <RemoveButton
              name={name}
              question={passkey.removeAsk(name)}
              help={methods.sessionsEnd}
              onRemove={() => removePasskey.mutateAsync(id)}
            />
          )
        }
      />
      <h3>{link.title}</h3>
      <LinkList
        links={data.links}
        actions={({ id, issuer }) =>
          mayChange('DELETE', `/sys-user/${userId}/link/${id}`) && (
            <RemoveButton
              name={issuer}
              question={link.removeAsk(issuer)}
              help={methods.sessionsEnd}
              onRemove={() => removeLink.mutateAsync(id)}
            />
          )
        }
      />
      {mayChange('POST', `/sys-user/${userId}/link`) && (
        <Button size="small" onClick={() => setIsLinking(true)}>
          {link.add}
        </Button>
      )}
      {isLinking && <LinkForm userId={userId} username={username} onClose={() => setIsLinking(false)} />}
    </>
  )
}
