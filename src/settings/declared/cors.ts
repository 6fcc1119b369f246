import { textList } from '../list-types.ts'
import type { Group } from '../setting.ts'
import { problemOfWebOrigin } from '../web-origin.ts'

export const cors = {
  origins: textList({
    default: [],
    typeName: 'list of origins',
    doc: 'The sites whose pages may call the service from a browser, beside its own: scheme, host and port, each exactly as a browser sends it in `Origin`. With none, only pages of the same origin may. In a variable or a flag: separated by commas, or as a JSON list.',
    example: ['https://admin.example.com'],
    check: problemOfWebOrigin,
  }),
} satisfies Group
