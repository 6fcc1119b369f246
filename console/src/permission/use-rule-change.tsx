import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useRef } from 'react'
import { api, type PolicyRule, type Route } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { refusalText } from '../page/refusal-text.ts'
import { useConfirm } from '../page/use-change.ts'
import { useConfirmAdministration } from '../preview/confirm-administration.tsx'
import { useHasLosses, usePolicyPreview } from '../preview/policy-preview.tsx'
import { allowsAll, type Decision, formatEndpoint, formatRule, ruleFor } from './decision.ts'
import type { MatrixRow } from './matrix-rows.ts'

interface Change {
  readonly kind: 'add' | 'remove'
  readonly rules: readonly PolicyRule[]
}

const SHOWN_SECONDS = 6

/** Adds and removes rules, with an undo action. */
export function useRuleChange(routes: readonly Route[]) {
  const { permission, common, problem } = useTexts()
  const { message } = App.useApp()
  const client = useQueryClient()
  const confirm = useConfirm()
  const previewOf = usePolicyPreview()
  const hasLosses = useHasLosses()
  const confirmAdministration = useConfirmAdministration()
  const isComparing = useRef(false)
  const { mutate, mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ kind, rules }: Change): Promise<unknown> =>
      kind === 'add' ? api.addRules(rules) : api.removeRules(rules),
    onSuccess: async (_data, change) => {
      await client.invalidateQueries()
      showUndo(change)
    },
    onError: (error) => message.error(refusalText(error, problem)),
  })

  function showUndo({ kind, rules }: Change): void {
    const what = rules.map(formatRule).join(', ')
    const key = `${kind} ${what}`
    const undo = (): void => {
      message.destroy(key)
      mutate({ kind: kind === 'add' ? 'remove' : 'add', rules })
    }
    message.success({
      key,
      duration: SHOWN_SECONDS,
      content: (
        <>
          {kind === 'add' ? permission.ruleAdded(what) : permission.ruleRemoved(what)}{' '}
          <Button type="link" size="small" onClick={undo}>
            {common.undo}
          </Button>
        </>
      ),
    })
  }

  /** Adds a rule: after a typed confirmation if it opens the administration. */
  async function addUnlessDeclined(rule: PolicyRule): Promise<void> {
    // A second click would add the rule twice.
    if (isComparing.current) return
    isComparing.current = true
    // A rule for GET never opens the administration.
    const isConfirmed = rule.method === 'GET' || (await confirmAdministration({ add: [rule] }))
    isComparing.current = false
    if (isConfirmed) await mutateAsync({ kind: 'add', rules: [rule] })
  }

  /** Removes rules immediately if no role loses a recorded call, otherwise after a confirmation. */
  async function removeUnlessUsed(rules: readonly PolicyRule[]): Promise<void> {
    // A second click would remove the rule twice.
    if (isComparing.current) return
    isComparing.current = true
    const change = { remove: rules }
    const isUsed = await hasLosses(change).finally(() => {
      isComparing.current = false
    })
    if (!isUsed) {
      mutate({ kind: 'remove', rules })
      return
    }
    confirm({
      title: permission.removeRulesAsk(rules.length),
      content: previewOf(change),
      okText: permission.removeRules(rules.length),
      onOk: () => mutateAsync({ kind: 'remove', rules }),
    })
  }

  return {
    /** The roles whose rules are being changed. */
    changingRoles: new Set(isPending ? variables.rules.map(({ roleKey }) => roleKey) : []),

    addAfterConfirmation(rule: PolicyRule): void {
      confirm({
        title: permission.addRuleAsk,
        content: (
          <>
            {formatRule(rule)}. {permission.addRuleHelp(rule.roleKey)}
            {previewOf({ add: [rule] })}
          </>
        ),
        okText: permission.addRule,
        isDangerous: false,
        onOk: () => addUnlessDeclined(rule),
      })
    },

    /** Removes a rule immediately if it allows this route only and was not used, otherwise after a confirmation. */
    toggle(roleKey: string, row: MatrixRow, { why, rules }: Decision): void {
      if (why !== 'rule') {
        void addUnlessDeclined(ruleFor(roleKey, row)).catch(() => {})
        return
      }
      const [only] = rules
      if (rules.length === 1 && only?.path === row.path && only.method === row.method) {
        void removeUnlessUsed(rules)
        return
      }
      confirm({
        title: rules.length > 1 ? permission.several : permission.widerAsk,
        content: (
          <>
            {rules
              .map((rule) => permission.widerHelp(formatEndpoint(rule), othersOf(rule, row, routes)))
              .join(' ')}
            {previewOf({ remove: rules })}
          </>
        ),
        okText: permission.removeRule,
        onOk: () => mutateAsync({ kind: 'remove', rules }),
      })
    },
  }
}

function othersOf(rule: PolicyRule, row: MatrixRow, routes: readonly Route[]): number {
  return routes.filter((one) => one !== row && one.checks === 'both' && allowsAll(rule, one)).length
}
