/** Which part of a list is asked for. */
export interface PageRequest {
  readonly pageIndex: number
  readonly pageSize: number
}

/** A part of a list, as the endpoints answer it. */
export interface Page<T> extends PageRequest {
  readonly list: readonly T[]
  readonly count: number
}

export function offsetOf({ pageIndex, pageSize }: PageRequest): number {
  return (pageIndex - 1) * pageSize
}
