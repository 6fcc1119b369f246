import { expect, onTestFinished, test } from 'vitest'
import { type Operator, SERVICE } from '../../../core/audit-log/operator.ts'
import { createExclusionList } from '../../../core/permission/exclusion-list.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createPolicyPreview } from './policy-preview.ts'
import type { ProposedChange } from './proposed-change.ts'

const NOTHING: ProposedChange = { add: [], remove: [] }
const [anna, bob] = [1, 2].map((userId): Operator => ({ ...SERVICE, userId }))

test('an operator who has three previews running and waiting gets no fourth one, and others do', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const exclusionList = createExclusionList([])
  const previewPolicy = createPolicyPreview({ database, exclusionList, routes: () => [], usageKeepDays: 90 })
  let begin = (_change: ProposedChange) => {}
  const change = new Promise<ProposedChange>((resolve) => {
    begin = resolve
  })
  let read = 0
  const preview = (operator = anna) =>
    previewPolicy(
      operator ?? SERVICE,
      () => {
        read++
        return change
      },
      { mayCall: () => true },
    )

  const accepted = [preview(), preview(), preview()]
  await expect(preview()).rejects.toMatchObject({ reason: 'rate-limited' })
  accepted.push(preview(bob))
  expect(read, 'changes that wait are not read').toBe(1)
  begin(NOTHING)
  await Promise.all(accepted)
  expect(await preview()).toMatchObject({ addedRules: 0 })
})

test('a preview that is refused makes room for the next one', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const exclusionList = createExclusionList([])
  const previewPolicy = createPolicyPreview({ database, exclusionList, routes: () => [], usageKeepDays: 90 })
  for (let i = 0; i < 5; i++) {
    const refused = previewPolicy(SERVICE, async () => ({ ...NOTHING, replace: 'all' }), {
      mayCall: () => false,
    })
    await expect(refused).rejects.toMatchObject({ reason: 'permission-denied' })
  }
})
