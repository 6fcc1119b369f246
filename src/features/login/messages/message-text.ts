/** Returns a function that replaces the names in braces in a template with their values. */
export function createTemplateFiller(values: Readonly<Record<string, string>>): (template: string) => string {
  const names = new RegExp(`\\{(${Object.keys(values).join('|')})\\}`, 'g')
  return (template) => template.replaceAll(names, (_, name: string) => values[name] ?? '')
}

/** Returns the text without line breaks and other control characters: a name with a line break could add lines to a message. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
