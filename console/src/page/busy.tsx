import { LoadingOutlined } from '@ant-design/icons'

/** The `loading` of a button: a sign to see, not a part of the button's name. */
export function busy(is: boolean) {
  return is && { icon: <LoadingOutlined aria-hidden="true" /> }
}
