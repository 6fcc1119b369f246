import type { Group } from '../setting.ts'
import { flag } from '../value-types.ts'

export const consoleSettings = {
  enabled: flag({
    default: true,
    doc: 'Whether the standalone service serves the web console at `/`. A login then also sets the cookie of `jwt.cookie`: the console keeps no token where a script could read it.',
    example: false,
  }),
} satisfies Group
