import { Fragment } from 'react'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RoleLink, RouteLink, UserLink } from '../../shell/own-session/links.tsx'
import { useRoles } from '../role/select/use-roles.ts'
import { type ChangeEntry, changeSentence, type Named } from './change-sentence.ts'

/** Says what an entry changed. The names in it lead to their pages. An action of a later version has its code. */
export function Change({ entry }: { readonly entry: ChangeEntry }) {
  const texts = useTexts()
  const roles = useRoles()
  const parts = changeSentence(entry, {
    texts,
    roleOf: (id) => roles.find(({ roleId }) => roleId === id),
  })
  return (
    <span className="change">
      {parts.length === 0 && `${entry.action} ${entry.target}`}
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
        <Fragment key={place}>{typeof part === 'string' ? part : <NamedLink {...part} />}</Fragment>
      ))}
    </span>
  )
}

function NamedLink({ kind, name, text, id }: Named) {
  if (kind === 'user') return <UserLink username={name} userId={id} />
  if (kind === 'role')
    return (
      <RoleLink roleKey={name} roleId={id}>
        {text}
      </RoleLink>
    )
  if (kind === 'route') return <RouteLink path={name}>{text}</RouteLink>
  return <AddressLink address={name} />
}
