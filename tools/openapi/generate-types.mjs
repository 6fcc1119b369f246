// node tools/openapi/generate-types.mjs < openapi.json
// Writes the types of the client to standard output. openapi-typescript needs TypeScript 5, so it is not a package of the project.
import { text } from 'node:stream/consumers'
import openapiTS, { astToString } from 'openapi-typescript'

const complete = JSON.parse(await text(process.stdin))
const { paths, components, 'x-castellan-general-responses': _general, ...info } = complete

/** The client turns refusals into errors and does not return headers, so only the body of a success needs a type. */
function withoutRefusals({ responses, ...operation }) {
  const { headers: _, content = {}, ...success } = responses['200'] ?? {}
  const kept = Object.entries(content).map(([type, { schema }]) => [type, { schema: successOf(schema) }])
  return { ...operation, responses: { 200: { ...success, content: Object.fromEntries(kept) } } }
}

/** Returns the alternative with the code 200. */
function successOf(schema) {
  return schema.oneOf?.find(({ $ref }) => schemaAt($ref)?.properties?.code?.const === 200) ?? schema
}

function schemaAt(reference = '') {
  return components.schemas[reference.split('/').at(-1)]
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

function reasonsIn(value) {
  if (typeof value !== 'object' || value === null) return []
  return [...(value['X-Castellan-Reason']?.schema?.enum ?? []), ...Object.values(value).flatMap(reasonsIn)]
}

const document = {
  ...info,
  paths: mapValues(paths, (operations) => mapValues(operations, withoutRefusals)),
  components: { schemas: components.schemas },
}
// A member with a default can be left out of a request.
const types = await openapiTS(document, { immutable: true, defaultNonNullable: false })
const reasons = [...new Set(reasonsIn(complete))].sort().map((reason) => `  | '${reason}'\n`)
process.stdout.write(`${astToString(types)}/** The reasons of refusals, in the header \`X-Castellan-Reason\`. */
export type RefusalReason =
${reasons.join('')}`)
