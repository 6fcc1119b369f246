import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { findRuleProblem } from '../../../core/permission/policy-rule.ts'
import { createProblemList } from '../../../platform/cli/context/file-problem.ts'
import { reportFileProblems } from '../../../platform/cli/context/file-problems.ts'
import { readYamlFile, type YamlValue } from '../../../platform/cli/context/yaml-file.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { readTextFile } from '../../../platform/settings/file/text-file.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import type { OldDatabase } from './old-database.store.ts'
import { textOf } from './old-system.ts'

export interface Route {
  readonly method: string
  readonly path: string
}
export type PermissionRoutes = ReadonlyMap<string, readonly Route[]>

const MAX_OPENAPI_MEGABYTES = 16
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const KEYS = { of: 'a permission', required: ['permission', 'routes'], optional: [] } as const

/**
 * Reads which routes each permission of RuoYi stands for. If there is no such file, a template with all permissions is written, and
 * nothing else is done.
 */
export async function readPermissions(
  path: string | undefined,
  old: Pick<OldDatabase, 'rows'>,
): Promise<PermissionRoutes> {
  if (path === undefined) return new Map()
  const rows = await old.rows('sys_menu', ['perms'])
  const names = [...new Set(rows.map((row) => textOf(row, 'perms').trim()))].filter((name) => name !== '')
  if (!existsSync(path)) {
    await writeFile(path, templateOf(names.toSorted()), { flag: 'wx' })
    throw new Error(
      `wrote ${path} with ${names.length} permissions: add the routes of each one, and run the command again. Nothing was imported`,
    )
  }
  return (await readOpenApi(path, new Set(names))) ?? reportFileProblems(() => readMapping(path), {})
}

function templateOf(names: readonly string[]): string {
  return [
    '# The routes of each permission, as METHOD /path with :name for a part that varies, such as',
    '#   routes: [GET /system/user/list, GET /system/user/:userId]',
    '# They are in the annotations of the controllers: @PreAuthorize("@ss.hasPermi(\'…\')") and @GetMapping("…").',
    '# A permission that keeps the empty list gives nothing, and the plan lists it.',
    ...names.map((name) => `- permission: ${JSON.stringify(name)}\n  routes: []`),
    '',
  ].join('\n')
}

function readMapping(path: string): PermissionRoutes {
  const problems = createProblemList()
  const found = new Map<string, Route[]>()
  for (const entry of readYamlFile(path, problems)?.list() ?? []) {
    const values = entry.map(KEYS)
    const name = values?.get('permission')?.text()
    const routes = (values?.get('routes')?.list() ?? []).flatMap(routeOf)
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), ...routes])
  }
  problems.throwIfAny()
  return found
}

function routeOf(item: YamlValue): Route[] {
  const text = item.text()
  if (text === undefined) return []
  const [method, path, ...more] = text.trim().split(/\s+/)
  if (!method || !path || more.length > 0) {
    item.report('a route must be a method and a path. Fix: write for example GET /system/user/list')
    return []
  }
  const problem = findRuleProblem({ method, path })
  if (problem === undefined) return [{ method, path }]
  item.report(problem.en)
  return []
}

/** Returns the routes that an OpenAPI document gives the permissions; undefined for another file. */
async function readOpenApi(path: string, names: ReadonlySet<string>): Promise<PermissionRoutes | undefined> {
  const read = readTextFile(path, { maxMegabytes: MAX_OPENAPI_MEGABYTES })
  if ('problem' in read) throw new UsageError(`${path} ${read.problem}. Fix: ${read.fix}`)
  const { parse } = await import('yaml')
  let document: unknown
  try {
    document = parse(read.text)
  } catch {
    return undefined
  }
  if (!isJsonObject(document) || !isJsonObject(document.paths)) return undefined
  const found = new Map<string, Route[]>()
  for (const [template, item] of Object.entries(document.paths)) {
    if (!isJsonObject(item)) continue
    for (const method of METHODS) {
      const operation = item[method]
      if (!isJsonObject(operation)) continue
      const route = { method: method.toUpperCase(), path: template.replaceAll(/\{([^}]+)\}/g, ':$1') }
      for (const name of namesIn(operation).filter((one) => names.has(one)))
        found.set(name, [...(found.get(name) ?? []), route])
    }
  }
  return found
}

/** Returns the texts of an operation that can be permissions: those of its extensions, and its security scopes. */
function namesIn(operation: Readonly<Record<string, unknown>>): string[] {
  const extensions = Object.entries(operation).filter(([name]) => name.startsWith('x-'))
  return [...new Set([...extensions.map(([, value]) => value), operation.security].flatMap(textsIn))]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
