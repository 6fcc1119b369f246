import { LoadingOutlined } from '@ant-design/icons'

/** Returns the `loading` property of a button, with an icon that is hidden from its accessible name. */
export function busy(is: boolean) {
  return is && { icon: <LoadingOutlined aria-hidden="true" /> }
}
