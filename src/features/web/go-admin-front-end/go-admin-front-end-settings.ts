import { flag, type Group } from '../../../platform/settings/setting.ts'

export const compatibility = {
  goAdmin: flag({
    default: false,
    doc: "Whether the service also has what go-admin's unchanged front end calls on its pages for users, roles, departments, the login log and the own profile. A role needs the permission for such an endpoint and for the one of this service that does the same.",
    example: true,
  }),
} satisfies Group
