import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ownCalls } from '../api/own-calls.ts'

/** Returns a function that logs out and shows the login page. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async () => {
    // A refusal means that the session has already ended.
    await ownCalls.logout().catch(() => {})
    await navigate('/login', { replace: true })
    client.clear()
  }
}
