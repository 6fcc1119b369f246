import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { Differences } from '../audit-log/differences.tsx'
import { wordsOfRole, wordsOfUser } from './reach-words.ts'

/** Shows what a change means: the users and roles that it concerns, before and after it. */
export function ReachOfChange({ reach: { users, roles } }: { readonly reach: Schemas['Reach'] }) {
  const texts = useTexts()
  const { confirmation } = texts
  const fields = new Map<string, string>(Object.entries(confirmation.reachFields))
  const words = {
    nameOf: (field: string) => fields.get(field) ?? field,
    partsOf: (_field: string, value: unknown) => (Array.isArray(value) ? value.map(shown) : []),
  }
  const shownUsers = users.map(({ before, after }) => ({
    title: confirmation.reachOfUser(before?.username ?? after?.username ?? ''),
    before: before ? wordsOfUser(before, texts) : null,
    after: after ? wordsOfUser(after, texts) : null,
  }))
  const shownRoles = roles.map(({ before, after }) => ({
    title: confirmation.reachOfRole(before?.roleKey ?? after?.roleKey ?? ''),
    before: before ? wordsOfRole(before, texts) : null,
    after: after ? wordsOfRole(after, texts) : null,
  }))
  const all = [...shownUsers, ...shownRoles]
  if (all.length === 0) return null
  return (
    <>
      <h2>{confirmation.reach}</h2>
      <p className="muted">{confirmation.reachHelp}</p>
      {all.map(({ title, before, after }) => (
        <section key={title} className="planned-change" aria-label={title}>
          <h3>{title}</h3>
          <Differences entry={{ before, after }} words={words} />
        </section>
      ))}
    </>
  )
}

function shown(part: unknown): string {
  return part === '' ? '–' : String(part)
}
