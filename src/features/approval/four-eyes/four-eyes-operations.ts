/** The operations that can require the confirmation of a second administrator. */
export const FOUR_EYES_OPERATIONS = [
  'grant-administration',
  'change-administrator-role',
  'reset-second-factor',
  'delete-log-entries',
] as const

export type FourEyesOperation = (typeof FOUR_EYES_OPERATIONS)[number]

export function isFourEyesOperation(name: string): name is FourEyesOperation {
  return (FOUR_EYES_OPERATIONS as readonly string[]).includes(name)
}
