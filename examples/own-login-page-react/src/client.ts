import { ApiError, createClient, type DueStep } from 'castellan/client'

let report: (step: DueStep) => void = () => {}

export const client = createClient({
  token: 'cookie',
  language: () => document.documentElement.lang,
  onStep: (step) => report(step),
})

/** Sets what shows the step that a refused request demands. */
export function reportStepsTo(show: (step: DueStep) => void): void {
  report = show
}

/** Returns the message of the service, which is in the language of the page. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  console.error(error)
  return 'Something went wrong.'
}
