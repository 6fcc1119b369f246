import { useParams } from 'react-router'

/** Returns the id in the address of a page; undefined if it cannot be the id of anything. */
export function useIdOfAddress(): number | undefined {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}
