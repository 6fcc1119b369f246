import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import type { ScopeChange } from './calls.ts'
import { previewCalls } from './calls.ts'
import { useIsSettled } from './use-settled.ts'

interface ScopePreviewProps<Values> {
  /** Returns the change that saving the values would make; undefined if it does not concern data scopes. */
  readonly changeOf: (values: Partial<Values>) => ScopeChange | undefined
}

/** Shows how many users see more and less data if the form around it is saved. If it would be refused, saving it shows why. */
export function ScopePreview<Values extends object>({ changeOf }: ScopePreviewProps<Values>) {
  const { preview } = useTexts()
  const { mayCall } = useOwnSession()
  const form = Form.useFormInstance<Values>()
  const values: Partial<Values> = Form.useWatch([], form) ?? {}
  const change = changeOf(values)
  const isSettled = useIsSettled(change === undefined ? '' : JSON.stringify(change))
  const { data } = useQuery({
    queryKey: ['scope-preview', change],
    queryFn: () => previewCalls.previewScope(change ?? {}),
    enabled: change !== undefined && isSettled && mayCall('POST', '/data-scope/preview'),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { usersGaining = 0, usersLosing = 0, gained, lost } = data ?? {}
  return (
    <div aria-live="polite">
      {change !== undefined && data && (
        <Form.Item>
          <Alert
            type={usersLosing > 0 ? 'warning' : 'info'}
            showIcon
            title={preview.title}
            description={
              <>
                {usersGaining > 0 && gained && (
                  <p>{preview.seesMore(usersGaining, gained.users, gained.departments)}</p>
                )}
                {usersLosing > 0 && lost && (
                  <p>{preview.seesLess(usersLosing, lost.users, lost.departments)}</p>
                )}
                {usersGaining + usersLosing === 0 && <p>{preview.sameData}</p>}
              </>
            }
          />
        </Form.Item>
      )}
    </div>
  )
}
