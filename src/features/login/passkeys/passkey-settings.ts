import { type Group, text } from '../../../platform/settings/setting.ts'
import { problemOfDomain } from './relying-party.ts'

export const passkey = {
  rpId: text({
    doc: 'Domain that passkeys belong to (relying party ID): the host of `application.publicUrl` or a domain above it, so that its subdomains can share passkeys. Browsers refuse public suffixes such as `com`. After a change, existing passkeys no longer work. Empty: the host of `application.publicUrl`. Pages from that address and from those `cors.origins` that belong to the domain can use passkeys.',
    example: 'example.com',
    check: problemOfDomain,
  }),
} satisfies Group
