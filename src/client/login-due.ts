import { ApiError } from './api-error.ts'

/** Watches one request from sending it to its response. */
interface WatchedRequest {
  /** The request was refused. */
  refused(error: unknown): void
  /** The response shows that the user is logged in. */
  identified(): void
  /** The request has ended the session: refusals that follow are expected. */
  loggedOut(): void
}

/** Calls back once per session when the login page is due, however many requests are refused. */
interface LoginDue {
  watch(): WatchedRequest
  /** A login has succeeded: the next end of a session calls back again. */
  loggedIn(): void
}

export function createLoginDue(onLoginDue: (error: ApiError) => void): LoginDue {
  let session = { hasEnded: false }

  return {
    watch() {
      const sentIn = session
      const { hasEnded } = session
      return {
        refused(error) {
          // A late refusal of a former session says nothing about the current one.
          if (!(error instanceof ApiError) || !error.isLoginDue || sentIn !== session) return
          if (session.hasEnded) return
          session.hasEnded = true
          onLoginDue(error)
        },
        identified() {
          // With the cookie, a login in another tab counts here too. A late response does not.
          if (hasEnded && sentIn === session) session = { hasEnded: false }
        },
        loggedOut() {
          if (sentIn === session) session = { hasEnded: true }
        },
      }
    },
    loggedIn() {
      session = { hasEnded: false }
    },
  }
}
