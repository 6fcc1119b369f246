import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../api/api.ts'

/** Returns a function that logs out and shows the login page. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async () => {
    // A refusal means that the session has already ended.
    await api.logout().catch(() => {})
    await navigate('/login', { replace: true })
    client.clear()
  }
}
