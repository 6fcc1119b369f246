import { Button } from 'antd'
import { api, type Status, type User } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { DISABLED, ENABLED } from '../page/status-tag.tsx'
import { useChange, useConfirm } from '../page/use-change.ts'

interface StatusButtonsProps {
  readonly users: readonly User[]
  readonly onDone: () => void
}

/** Enables or disables the selected users. */
export function StatusButtons({ users, onDone }: StatusButtonsProps) {
  const { user, common } = useTexts()
  const confirm = useConfirm()
  const ids = users.map(({ userId }) => userId)
  const setStatus = useChange((status: Status) => api.setUserStatuses(ids, status), common.saved)
  const askToDisable = (): void =>
    confirm({
      title: user.disableManyAsk(users.length),
      content: user.disableManyHelp,
      okText: common.disable,
      onOk: () => setStatus.mutateAsync(DISABLED).then(onDone),
    })
  return (
    <>
      <Button onClick={() => setStatus.mutate(ENABLED, { onSuccess: onDone })}>
        {user.enableMany(users.length)}
      </Button>
      <Button danger onClick={askToDisable}>
        {user.disableMany(users.length)}
      </Button>
    </>
  )
}
