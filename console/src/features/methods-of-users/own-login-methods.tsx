import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/language/language.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { LinkList } from '../external-accounts/link-list.tsx'
import { OwnPasskeys } from '../passkeys/own-passkeys.tsx'
import { OwnSecondFactor } from '../second-factor/own-second-factor.tsx'
import { methodCalls } from './calls.ts'
import '../../shell/page/login-methods.css'

/** Manages the own second factor and passkeys, and shows the accounts at providers. */
export function OwnLoginMethods({ isSecondFactorDue = false }: { readonly isSecondFactorDue?: boolean }) {
  const { link } = useTexts()
  const config = useAppConfig()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-login-methods'],
    queryFn: methodCalls.ownLoginMethods,
  })
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />
  const { loginMethods, secondFactor, passkeys, links } = data
  const isEnabled = config?.loginMethods.some(({ method }) => method === 'passkey') ?? false
  const mayAddPasskey = isEnabled && (loginMethods.length === 0 || loginMethods.includes('passkey'))
  const hasPasskeys = mayAddPasskey || passkeys.length > 0
  return (
    <div className="columns">
      <OwnSecondFactor secondFactor={secondFactor} />
      {hasPasskeys && !isSecondFactorDue && (
        <OwnPasskeys passkeys={passkeys} mayAdd={mayAddPasskey} hasSecondFactor={secondFactor.enabled} />
      )}
      {links.length > 0 && !isSecondFactorDue && (
        <section className="card" aria-labelledby="links">
          <h2 id="links">{link.title}</h2>
          <p>{link.help}</p>
          <LinkList links={links} />
        </section>
      )}
    </div>
  )
}
