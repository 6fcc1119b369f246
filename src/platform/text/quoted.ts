const MAX_LENGTH = 100

/** Returns the text as a JSON string for a message, shortened if it is long. */
export function quoted(text: string, maxLength = MAX_LENGTH): string {
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
}
