import { type DueStep, stepOfRefusal } from './login-step.ts'

/** Calls back once per session and step, however many requests are refused. See docs/decisions/0030-client.md. */
export function createStepWatch(onStep: (step: DueStep) => void) {
  let session = newSession()

  return {
    /** Watches one request from sending it to its response. */
    watch() {
      const sentIn = session
      const { hasEnded } = session
      return {
        /** The request was refused. */
        refused(error: unknown): void {
          const step = stepOfRefusal(error)
          // A late refusal of a former session says nothing about the current one.
          if (!step || sentIn !== session || session.hasEnded || session.reported.has(step.next)) return
          session.reported.add(step.next)
          if (step.next === 'log-in') session.hasEnded = true
          onStep(step)
        },
        /** The response shows that the user is logged in. */
        identified(): void {
          // With the cookie, a login in another tab counts here too. A late response does not.
          if (hasEnded && sentIn === session) session = newSession()
        },
        /** The request has ended the session: refusals that follow are expected. */
        ended(): void {
          if (sentIn === session) session = newSession(true)
        },
      }
    },
    /** A login has succeeded: refusals call back again. */
    loggedIn(): void {
      session = newSession()
    },
  }
}

function newSession(hasEnded = false) {
  return { hasEnded, reported: new Set<DueStep['next']>() }
}
