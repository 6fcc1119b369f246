import { endpoint } from '../../../core/check/http/endpoint.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { listSchema, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import type { LocalizedText } from '../../../platform/refusal/refusal.ts'

interface Option {
  readonly value: string
  readonly label: LocalizedText
}

/** The dictionaries of the pages that this service has. */
const DICTIONARIES: ReadonlyMap<string, readonly Option[]> = new Map([
  [
    'sys_normal_disable',
    [
      { value: '2', label: { en: 'Enabled', zh: '正常' } },
      { value: '1', label: { en: 'Disabled', zh: '停用' } },
    ],
  ],
  [
    'sys_common_status',
    [
      { value: '2', label: { en: 'Success', zh: '成功' } },
      { value: '1', label: { en: 'Failure', zh: '失败' } },
      { value: '3', label: { en: 'First step', zh: '第一步' } },
    ],
  ],
  [
    'sys_show_hide',
    [
      { value: '0', label: { en: 'Shown', zh: '显示' } },
      { value: '1', label: { en: 'Hidden', zh: '隐藏' } },
    ],
  ],
  ['sys_user_sex', []],
])

/** Creates the endpoints for the options in go-admin's forms. They are constant, so every logged-in user may read them. */
export function goAdminOptionRoutes() {
  return {
    dictionary: endpoint({
      operationId: 'goAdminGetDictionary',
      summary: 'Get the options of a field',
      description: 'Empty for fields of pages that the service does not have.',
      response: listSchema(objectSchema('GoAdminOption', { value: text, label: text })),
      query: querySchema({ dictType: { type: 'string', maxLength: 128 } }),
      async handler({ query: { dictType = '' }, request }) {
        const language = languageOf(request.headers['accept-language'])
        const options = DICTIONARIES.get(dictType) ?? []
        return options.map(({ value, label }) => ({ value, label: label[language] }))
      },
    }),

    dictionaries: endpoint({
      operationId: 'goAdminListDictionaries',
      summary: 'Get an empty list of dictionaries',
      response: { ...listSchema({ type: 'object' }), maxItems: 0 },
      handler: async () => [],
    }),

    /** go-admin returns an initial password for everybody by this endpoint. This service has none. */
    parameter: endpoint({
      operationId: 'goAdminGetParameter',
      summary: 'Get an empty parameter',
      description: 'The value is always empty: the service has no parameters, and no initial password.',
      response: objectSchema('GoAdminParameter', { configKey: text, configValue: { const: '' } }),
      params: {
        type: 'object',
        required: ['configKey'],
        properties: { configKey: { type: 'string', maxLength: 128 } },
      },
      handler: async ({ params: { configKey } }) => ({ configKey, configValue: '' }),
    }),
  }
}
