import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, type LoginRequest, UNAUTHORIZED } from '../api/client.ts'
import { ownCalls } from '../api/own-calls.ts'
import { OWN_INFO } from '../api/own-info.ts'
import { useTexts } from '../language/language.tsx'
import { storeSessionEnd } from '../own-session/stored-session-end.ts'
import { type Failure, failureOf } from '../page/request-id.tsx'

/** The state of a login and its steps. */
export interface Login {
  readonly refusal: Failure | undefined
  readonly isSending: boolean
  /** Set while the second factor is missing. */
  readonly ticket: string | undefined
  /** Runs a step of a login and returns whether it succeeded: a step that returns false did not. A refusal is shown. */
  run(step: () => Promise<unknown>): Promise<boolean>
  /** Logs in and opens the requested page. Returns whether the user is logged in: the second factor can be missing. */
  logIn(request: LoginRequest): Promise<boolean>
  /** Starts again with the first factor. */
  restart(): void
}

export function useLogin(from: string): Login {
  const { problem, loginForm } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Failure>()
  const [isSending, setIsSending] = useState(false)
  const [ticket, setTicket] = useState<string>()

  return {
    refusal,
    isSending,
    ticket,
    restart() {
      setTicket(undefined)
      setRefusal(undefined)
    },

    async run(step) {
      setIsSending(true)
      setRefusal(undefined)
      try {
        return (await step()) !== false
      } catch (error) {
        setRefusal(failureOf(error, problem))
        return false
      } finally {
        setIsSending(false)
      }
    },

    async logIn(request) {
      const method = 'method' in request ? request.method : undefined
      const step = await ownCalls.login(request).catch((error: unknown) => {
        // The message of the service is about a password, which these methods do not have.
        const isWrong = error instanceof ApiError && error.reason === 'credentials-wrong'
        if (!isWrong || (method !== 'oidc' && method !== 'code' && method !== 'passkey')) throw error
        const { code, status, reason, requestId } = error
        throw new ApiError({ code, status, reason, requestId, message: loginForm.notAccepted[method] })
      })
      if (step.next === 'enter-second-factor') {
        setTicket(step.ticket)
        return false
      }
      if (step.next === 'log-in') {
        setTicket(undefined)
        throw step.error
      }
      // The own info shows whether the browser stored the cookie.
      const own = await ownCalls.ownInfo().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== UNAUTHORIZED) throw error
        throw new ApiError({ code: UNAUTHORIZED, message: loginForm.cookieLost })
      })
      storeSessionEnd((step.next === 'done' && step.expire) || '')
      client.clear()
      client.setQueryData(OWN_INFO, own)
      await navigate(from, { replace: true })
      return true
    },
  }
}
