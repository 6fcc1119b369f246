import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useErrorMessage } from '../../shell/page/request-id.tsx'
import { RuleForm } from '../permission/rule-form.tsx'
import { explainCalls } from './calls.ts'

/**
 * Opens the form for a new rule with the rule that a group of refused requests lacks, as the explanation proposes it: the rule
 * for the route if the route is known, otherwise the narrowest one.
 */
export function useGrant(): {
  /** Returns whether a rule would help, and the viewer may add rules. */
  readonly isOffered: (group: Schemas['RefusalGroup']) => boolean
  readonly open: (group: Schemas['RefusalGroup']) => void
  readonly form: ReactNode
} {
  const { refusals } = useTexts()
  const { mayCall } = useOwnSession()
  const { message } = App.useApp()
  const errorMessage = useErrorMessage()
  const client = useQueryClient()
  const [rule, setRule] = useState<Schemas['Rule']>()
  const ask = useMutation({
    mutationFn: ({ roleKey = '', method, newest: { path, needed } }: Schemas['RefusalGroup']) =>
      explainCalls.explain({ roleKey, ...(needed ?? { method, path }) }),
    onSuccess: async ({ routeRule, missingRule, allowed }) => {
      const proposed = routeRule ?? missingRule
      if (proposed) setRule(proposed)
      else if (allowed) await client.invalidateQueries()
      else message.info(refusals.noRule)
    },
    onError: (error) => message.error(errorMessage(error)),
  })
  const mayGrant = mayCall('POST', '/policy') && mayCall('GET', '/policy/explain')
  return {
    isOffered: ({ now }) => mayGrant && now === 'missing-rule',
    open: (group) => ask.mutate(group),
    form: rule && <RuleForm suggested={rule} onClose={() => setRule(undefined)} />,
  }
}
