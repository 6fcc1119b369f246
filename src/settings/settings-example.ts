import { stringify } from 'yaml'
import { declarations } from './declarations.ts'
import { type Group, isSetting, type Setting } from './setting.ts'

const LINE_WIDTH = 100

const head = `# Every setting of Castellan with its default, made from src/settings/ by \`npm run docs\`.
# Copy it to settings.yml and keep what you change. docs/settings.md tells more.
`

/** The text of settings.example.yml, made from the declarations. */
export function settingsExample(): string {
  return [head, ...linesOf(declarations, ''), ''].join('\n')
}

function linesOf(group: Group, indent: string): string[] {
  return Object.entries(group).flatMap(([name, node]) => {
    if (isSetting(node)) return settingLines(name, node, indent)
    return [`${indent}${name}:`, ...linesOf(node, `${indent}  `), '']
  })
}

function settingLines(name: string, setting: Setting<unknown>, indent: string): string[] {
  const described = isPlain(setting) ? setting.doc : `${setting.doc} Type: ${setting.typeName}.`
  const comments = wrapped(described, LINE_WIDTH - indent.length).map((line) => `${indent}# ${line}`)
  const isOther = setting.example !== setting.default
  const example = isOther ? [`${indent}# For example: ${name}: ${inFlow(setting.example)}`] : []
  return [...comments, ...example, `${indent}${name}: ${inFlow(setting.default)}`]
}

/** Whether the default alone shows the type. */
function isPlain(setting: Setting<unknown>): boolean {
  return setting.typeName === 'text' || typeof setting.default === 'boolean'
}

function inFlow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim()
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
