import { readFile } from 'node:fs/promises'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { packageFile } from '../../../platform/runtime/package-files.ts'

/** Swagger UI, copied by the build. */
const FOLDER = 'dist/swagger-ui'

/** Relative addresses, so that the page also works behind a proxy that adds a prefix. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Castellan API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference"></main>
    <script src="docs/swagger-ui.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

// Without a validator address, Swagger UI sends the document to no other server.
const START_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** The page loads only its own files and calls only this service. Swagger UI's pictures are `data:` URLs. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Creates the routes of the reference page, which Swagger UI makes from the OpenAPI document. */
export function docsPageRoutes() {
  return {
    page: fileRoute({
      operationId: 'getDocsPage',
      summary: 'Show this document as a page',
      type: 'text/html',
      policy: PAGE_POLICY,
      read: async () => PAGE,
    }),
    styles: fileRoute({
      operationId: 'getDocsStyles',
      summary: 'Get the styles of the reference page',
      type: 'text/css',
      read: () => readSwaggerUi('swagger-ui.css'),
    }),
    script: fileRoute({
      operationId: 'getDocsScript',
      summary: 'Get the script of the reference page',
      type: 'text/javascript',
      read: () => readSwaggerUi('swagger-ui-bundle.js'),
    }),
    startScript: fileRoute({
      operationId: 'getDocsStartScript',
      summary: 'Get the script that starts the reference page',
      type: 'text/javascript',
      read: async () => START_SCRIPT,
    }),
  }
}

interface FileRouteOptions {
  readonly operationId: string
  readonly summary: string
  readonly type: string
  /** The Content-Security-Policy, if it is not that of every response. */
  readonly policy?: string
  read(): Promise<string>
}

function fileRoute({ operationId, summary, type, policy, read }: FileRouteOptions): DocumentedRoute {
  const header = { description: 'What the page may load.', required: true, schema: { const: policy } }
  let content: Promise<string> | undefined
  return {
    documentation: {
      operationId,
      summary,
      description: 'Exists if the setting `apiDocs.serve` allows it.',
      optional: true,
      responses: {
        200: {
          description: 'The file, or a refusal by the rate limit.',
          mediaType: type,
          schema: { type: 'string' },
          ...(policy === undefined ? {} : { headers: { 'Content-Security-Policy': header } }),
        },
      },
    },
    async handler(_request, reply) {
      content ??= read()
      const body = await content
      if (policy !== undefined) reply.header('Content-Security-Policy', policy)
      return reply.type(`${type}; charset=utf-8`).send(body)
    },
  }
}

function readSwaggerUi(name: string): Promise<string> {
  return readFile(packageFile(`${FOLDER}/${name}`), 'utf8')
}
