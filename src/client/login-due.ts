import { ApiError } from './api-error.ts'

/** Calls back once per session when the login page is due, however many requests are refused. */
export function createLoginDue(onLoginDue: (error: ApiError) => void) {
  let session = { hasEnded: false }

  return {
    /** Watches one request from sending it to its response. */
    watch() {
      const sentIn = session
      const { hasEnded } = session
      return {
        /** The request was refused. */
        refused(error: unknown): void {
          // A late refusal of a former session says nothing about the current one.
          if (!(error instanceof ApiError) || !error.isLoginDue || sentIn !== session) return
          if (session.hasEnded) return
          session.hasEnded = true
          onLoginDue(error)
        },
        /** The response shows that the user is logged in. */
        identified(): void {
          // With the cookie, a login in another tab counts here too. A late response does not.
          if (hasEnded && sentIn === session) session = { hasEnded: false }
        },
        /** The request has ended the session: refusals that follow are expected. */
        loggedOut(): void {
          if (sentIn === session) session = { hasEnded: true }
        },
      }
    },
    /** A login has succeeded: the next end of a session calls back again. */
    loggedIn(): void {
      session = { hasEnded: false }
    },
  }
}
