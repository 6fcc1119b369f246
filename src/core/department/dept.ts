import { type Command, Option } from 'commander'
import {
  type CommonOptions,
  choiceOption,
  count,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  orderOf,
  pageOf,
  printPage,
  withListOptions,
} from '../../platform/cli/context/list-options.ts'
import { print } from '../../platform/cli/output/output.ts'
import type { Operator } from '../audit-log/operator.ts'
import {
  CHECK_OPTION,
  printScopePreview,
  type ScopePreviewParts,
} from '../data-scope/command-scope-preview.ts'
import { STATES, stateOf } from '../user/command-words.ts'
import { ALL_USERS } from '../user/list/user-scope.ts'
import type { Status } from '../user/status.ts'
import type { DepartmentStore } from './department.store.ts'
import { DEPARTMENT_ORDERS, type Department, type DepartmentOrder } from './department.ts'
import type { DepartmentAdministration } from './departments.ts'

interface DepartmentOptions extends CommonOptions {
  readonly name?: string
  readonly parent?: number
  readonly order?: number
  readonly leader?: string
  readonly phone?: string
  readonly email?: string
  readonly status?: Status
  readonly check?: true
}

interface Parts extends ScopePreviewParts {
  readonly departments: DepartmentStore
  readonly departmentAdministration: DepartmentAdministration
  readonly operator: Operator
}

const INDENT = '  '

/**
 * Returns the departments with those below each one right after it, and names that are indented by their depth. One whose parent is
 * not in the list is at the top.
 */
export function treeOf<Node extends Pick<Department, 'deptId' | 'parentId' | 'deptName'>>(
  list: readonly Node[],
): Node[] {
  const ids = new Set(list.map(({ deptId }) => deptId))
  const below = new Map<number, Node[]>()
  for (const node of list) {
    const parentId = ids.has(node.parentId) ? node.parentId : 0
    const known = below.get(parentId)
    if (known) known.push(node)
    else below.set(parentId, [node])
  }
  const tree: Node[] = []
  function add(parentId: number, depth: number): void {
    for (const node of below.get(parentId) ?? []) {
      tree.push({ ...node, deptName: `${INDENT.repeat(depth)}${node.deptName}` })
      add(node.deptId, depth + 1)
    }
  }
  add(0, 0)
  return tree
}

export function addDepartmentCommands(program: Command, run: RunCommand<Parts>): void {
  const dept = program.command('dept').description('manage departments')
  addList(dept, run)
  addAdd(dept, run)
  addChange(dept, run)
  addMove(dept, run)
  addDelete(dept, run)
}

function parentOption(description: string): Option {
  return new Option('--parent <id>', description).argParser(count)
}

function withDetails(command: Command): Command {
  return command
    .addOption(new Option('--order <n>', 'place among the departments with the same parent').argParser(count))
    .option('--leader <text>', 'who leads the department; grants nothing')
    .option('--phone <number>', 'phone number')
    .option('--email <address>', 'e-mail address')
    .addOption(choiceOption('--status <state>', 'status; users of a disabled department see no rows', STATES))
}

function detailsOf({ order: sort, leader, phone, email, status }: DepartmentOptions) {
  return { sort, leader, phone, email, status }
}

function addList(dept: Command, run: RunCommand<Parts>): void {
  withListOptions(dept.command('list'), { sort: DEPARTMENT_ORDERS, limit: 10_000 })
    .description('list the departments as a tree, or with --sort as a list')
    .option('--name <text>', 'only names that contain this text')
    .addOption(parentOption('only departments directly below this one; 0 for those at the top'))
    .addOption(choiceOption('--status <state>', 'only departments with this status', STATES))
    .action(async (options: DepartmentOptions & ListOptions<DepartmentOrder['by']>) => {
      const { name: deptName, parent: parentId, status } = options
      const filter = { deptName, parentId, status }
      const page = await run(options, ({ departments }) =>
        departments.page(ALL_USERS, filter, orderOf(options, 'tree'), pageOf(options)),
      )
      const columns = {
        deptId: 'ID',
        parentId: 'PARENT',
        deptName: 'NAME',
        sort: 'ORDER',
        leader: 'LEADER',
        status: 'STATUS',
      }
      const isTree = options.sort === undefined && !options.descending
      const listed = isTree ? treeOf(page.list) : page.list
      const rows = listed.map((one) => ({ ...one, status: stateOf(one.status) }))
      printPage(options, page, rows, columns, ['sort', 'parentId', 'leader'])
    })
}

function addAdd(dept: Command, run: RunCommand<Parts>): void {
  withDetails(withCommonOptions(dept.command('add <name>')))
    .description('add a department')
    .addOption(parentOption('the parent department; 0, the default, for the top'))
    .action(async (deptName: string, options: DepartmentOptions) => {
      const added = await run(options, ({ departmentAdministration, operator }) =>
        departmentAdministration.add(operator, { deptName, parentId: options.parent, ...detailsOf(options) }),
      )
      print(added, options.json, [`added department ${added.deptName} (id ${added.deptId})`])
    })
}

function addChange(dept: Command, run: RunCommand<Parts>): void {
  withDetails(withCommonOptions(dept.command('change')).argument('<id>', 'id of the department', wholeNumber))
    .description('change a department')
    .option('--name <name>', 'new name')
    .option(...CHECK_OPTION)
    .action(async (id: number, options: DepartmentOptions) => {
      if (options.check)
        return printScopePreview(options, run, async () => ({
          department: { deptId: id, status: options.status },
        }))
      const changed = await run(options, ({ departmentAdministration, operator }) =>
        departmentAdministration.change(operator, id, { deptName: options.name, ...detailsOf(options) }),
      )
      print(changed, options.json, [`changed department ${changed.deptName} (id ${changed.deptId})`])
    })
}

function addMove(dept: Command, run: RunCommand<Parts>): void {
  withCommonOptions(dept.command('move'))
    .argument('<id>', 'id of the department', wholeNumber)
    .description('move a department with everything below it')
    .addOption(parentOption('the new parent department; 0 for the top').makeOptionMandatory())
    .option(...CHECK_OPTION)
    .action(async (id: number, options: DepartmentOptions & { parent: number }) => {
      if (options.check)
        return printScopePreview(options, run, async () => ({
          department: { deptId: id, parentId: options.parent },
        }))
      const moved = await run(options, ({ departmentAdministration, operator }) =>
        departmentAdministration.change(operator, id, { parentId: options.parent }),
      )
      const target = moved.parentId === 0 ? 'the top' : `department ${moved.parentId}`
      print(moved, options.json, [`moved department ${moved.deptName} (id ${moved.deptId}) to ${target}`])
    })
}

function addDelete(dept: Command, run: RunCommand<Parts>): void {
  withCommonOptions(dept.command('delete'))
    .argument('<ids...>', 'ids of the departments', (text: string, before: number[] = []) => [
      ...before,
      wholeNumber(text),
    ])
    .description(
      'delete departments, all of them or none; one with departments below it, users or roles cannot be deleted',
    )
    .action(async (ids: number[], options: CommonOptions) => {
      const done = await run(options, ({ departmentAdministration, operator }) =>
        departmentAdministration.remove(operator, ids),
      )
      print(done, options.json, [`deleted ${ids.join(', ')}`])
    })
}
