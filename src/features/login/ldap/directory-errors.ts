/** No server of the directory can be used. It says nothing about the users. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable'
}

/** The directory works, but its result is incomplete, ambiguous or not readable. It does not say that a user is gone. */
export class UnusableResult extends Error {
  override readonly name = 'UnusableResult'
}
