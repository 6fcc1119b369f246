import { flag, type Group } from '../../../platform/settings/setting.ts'

export const consoleSettings = {
  enabled: flag({
    default: true,
    doc: 'Whether the standalone service serves the web console at `/`. If true, login also sets the cookie described at `jwt.cookie`, because the console does not store the token where scripts can read it.',
    example: false,
  }),
} satisfies Group
