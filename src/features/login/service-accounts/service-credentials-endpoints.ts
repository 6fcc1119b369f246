import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { MAX_KEYS, MAX_SECRETS } from '../../../core/user/service-account.ts'
import { idParams, partParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { id, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import { addedKey } from './service-account-schemas.ts'
import type { ServiceAccountAdministration } from './service-accounts.ts'

const keyBody = bodySchema('NewServiceKey', ['publicKey'], {
  publicKey: {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    description:
      'A public key in PEM (`BEGIN PUBLIC KEY`) or a JWK as JSON text: Ed25519, EC (P-256), or RSA of at least 2048 bits.',
  },
})

interface Parts {
  readonly serviceAccountAdministration: ServiceAccountAdministration
}

/** Creates the endpoints for what service accounts log in with. */
export function serviceCredentialRoutes({ serviceAccountAdministration }: Parts) {
  return {
    addSecret: endpoint({
      operationId: 'addServiceSecret',
      summary: 'Add a secret of a service account',
      description: `The secret is shown only in this response. An account has at most ${MAX_SECRETS} secrets.`,
      response: objectSchema('NewServiceSecret', {
        id,
        secret: { ...text, description: 'Store it where the program reads it.' },
      }),
      refusals: [
        'not-found',
        'own-account',
        'secret-limit',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
      ],
      params: idParams,
      async handler({ params, operator }) {
        return withoutVersion(await serviceAccountAdministration.addSecret(operator, Number(params.id)))
      },
    }),

    removeSecret: endpoint({
      operationId: 'removeServiceSecret',
      summary: 'Remove a secret of a service account',
      description: 'Ends all sessions of the account.',
      refusals: ['not-found', 'own-account', 'admin-only', 'beyond-own-role', 'own-role-ends'],
      params: partParams('secretId'),
      async handler({ params, operator }) {
        await serviceAccountAdministration.removeSecret(operator, Number(params.id), Number(params.secretId))
      },
    }),

    addKey: endpoint({
      operationId: 'addServiceKey',
      summary: 'Add a public key of a service account',
      description: `The program logs in with assertions that it signs with the private key. An account has at most ${MAX_KEYS} public keys.`,
      response: objectSchema('AddedServiceKey', addedKey),
      refusals: [
        'not-found',
        'own-account',
        'key-limit',
        'key-taken',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
      ],
      params: idParams,
      body: keyBody,
      async handler({ params, body: { publicKey }, operator }) {
        return withoutVersion(
          await serviceAccountAdministration.addKey(operator, Number(params.id), publicKey),
        )
      },
    }),

    removeKey: endpoint({
      operationId: 'removeServiceKey',
      summary: 'Remove a public key of a service account',
      description: 'Ends all sessions of the account.',
      refusals: ['not-found', 'own-account', 'admin-only', 'beyond-own-role', 'own-role-ends'],
      params: partParams('keyId'),
      async handler({ params, operator }) {
        await serviceAccountAdministration.removeKey(operator, Number(params.id), Number(params.keyId))
      },
    }),
  }
}
