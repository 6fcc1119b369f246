import { endpoint } from '../../../core/check/http/endpoint.ts'
import { type Route, route } from '../../../core/check/http/route.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { numberOf, pageQuery } from '../../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { count, listSchema, objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { type LocalizedText, Refusal } from '../../../platform/refusal/refusal.ts'

/** A page of go-admin's front end for what this service does not have. */
interface UnservedPage {
  readonly thing: LocalizedText
  /** The path of the list that the page shows. It is empty, so that nothing in it can be changed. */
  readonly list?: string
  /** What else the page can call. */
  readonly refused?: readonly (readonly [method: Route['method'], path: string])[]
}

const POSTS = { en: 'posts', zh: '岗位' }
const DICTIONARIES = { en: 'dictionaries', zh: '字典' }
const PARAMETERS = { en: 'parameters', zh: '参数' }
const GENERATOR = { en: 'a code generator', zh: '代码生成' }

const PAGES: readonly UnservedPage[] = [
  { thing: POSTS, list: '/post', refused: [['POST', '/post']] },
  {
    thing: DICTIONARIES,
    list: '/dict/type',
    refused: [
      ['POST', '/dict/type'],
      ['GET', '/dict/type/export'],
    ],
  },
  {
    thing: DICTIONARIES,
    list: '/dict/data',
    refused: [
      ['POST', '/dict/data'],
      ['GET', '/dict/data/export'],
    ],
  },
  { thing: PARAMETERS, list: '/config', refused: [['POST', '/config']] },
  { thing: PARAMETERS, list: '/set-config', refused: [['PUT', '/set-config']] },
  {
    thing: { en: 'this operation log (see the audit log)', zh: '此操作日志（请查看审计日志）' },
    list: '/sys-opera-log',
    refused: [['DELETE', '/operlog/clean']],
  },
  { thing: { en: 'scheduled jobs', zh: '定时任务' }, list: '/sysjob', refused: [['POST', '/sysjob']] },
  { thing: GENERATOR, list: '/sys/tables/page', refused: [['POST', '/sys/tables/info']] },
  { thing: GENERATOR, list: '/db/tables/page', refused: [['GET', '/gen/tabletree']] },
  { thing: { en: 'a server monitor', zh: '服务器监控' }, list: '/server-monitor' },
  {
    thing: { en: 'a form for menus (see the setting menus)', zh: '菜单表单（请使用 menus 设置）' },
    refused: [
      ['POST', '/menu'],
      ['DELETE', '/menu'],
      ['GET', '/menu/:id'],
      ['PUT', '/menu/:id'],
    ],
  },
  {
    thing: { en: 'a form for routes', zh: '接口表单' },
    refused: [
      ['POST', '/sys-api'],
      ['DELETE', '/sys-api'],
      ['GET', '/sys-api/:id'],
      ['PUT', '/sys-api/:id'],
    ],
  },
]

const emptyPage = objectSchema('GoAdminEmptyPage', {
  list: { ...listSchema({ type: 'object' }), maxItems: 0 },
  count,
  pageIndex: count,
  pageSize: count,
})

/** Returns the routes of pages for what this service does not have: an empty list with a message, and refusals. */
export function unservedRoutes(limits: readonly RateLimit[]): Route[] {
  return PAGES.flatMap(({ thing, list, refused = [] }) => [
    ...(list === undefined ? [] : [route('GET', list, 'unscoped', emptyList(list, thing), limits)]),
    ...refused.map(([method, path]) =>
      route(method, path, 'unscoped', refusal(`${method} ${path}`, thing), limits),
    ),
  ])
}

function emptyList(path: string, thing: LocalizedText): DocumentedRoute {
  return endpoint({
    operationId: operationOf(`GET ${path}`),
    summary: 'Get an empty list',
    description: `The service does not have ${thing.en}.`,
    responseFields: { data: emptyPage },
    query: querySchema(pageQuery),
    async handler({ query, request }) {
      const data = {
        list: [],
        count: 0,
        pageIndex: numberOf(query.pageIndex) ?? 1,
        pageSize: numberOf(query.pageSize) ?? 10,
      }
      return {
        msg: new Refusal('not-served', { thing }).text(languageOf(request.headers['accept-language'])),
        data,
      }
    },
  })
}

function refusal(call: string, thing: LocalizedText): DocumentedRoute {
  return endpoint({
    operationId: operationOf(call),
    summary: 'Always refused',
    description: `The service does not have ${thing.en}.`,
    refusals: ['not-served'],
    // The forms of the front end are larger than the small bodies of other endpoints without one.
    bodyLimit: MAX_FORM_BYTES,
    async handler() {
      throw new Refusal('not-served', { thing })
    },
  })
}

const MAX_FORM_BYTES = 64 * 1024

/** Returns a name such as `goAdminPostDictType`. */
function operationOf(call: string): string {
  const words = call.toLowerCase().match(/[a-z]+/g) ?? []
  return ['goAdmin', ...words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join('')
}
