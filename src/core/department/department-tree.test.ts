import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DepartmentNode } from './department.ts'
import { createDepartmentTree } from './department-tree.ts'

const SIZE = 12
/** Any parents, so that there are cycles and missing parents too. */
const parents = fc.array(fc.integer({ min: -1, max: SIZE + 1 }), { minLength: 0, maxLength: SIZE })

const nodesOf = (parentIds: readonly number[]): DepartmentNode[] =>
  parentIds.map((parentId, i) => ({ deptId: i + 1, parentId, status: '2' }))

/** Returns the ids from a department up to the top, or why the top is not reached. */
function pathOf(nodes: readonly DepartmentNode[], id: number): number[] | 'cycle' | 'parent-missing' {
  const path: number[] = []
  for (let at = id; at !== 0; ) {
    if (path.includes(at)) return 'cycle'
    const node = nodes.find(({ deptId }) => deptId === at)
    if (!node) return 'parent-missing'
    path.push(at)
    at = node.parentId
  }
  return path
}

test('every department has the place that its path to the top says', () => {
  fc.assert(
    fc.property(parents, (parentIds) => {
      const nodes = nodesOf(parentIds)
      const tree = createDepartmentTree(nodes)
      for (const { deptId } of nodes) {
        const path = pathOf(nodes, deptId)
        const isPlaced = typeof path !== 'string'
        const below = nodes.filter((node) => {
          const other = pathOf(nodes, node.deptId)
          return typeof other !== 'string' && other.includes(deptId)
        })
        expect(tree.problemOf(deptId)).toBe(isPlaced ? undefined : path)
        expect(tree.levelOf(deptId)).toBe(isPlaced ? path.length : 0)
        expect(
          tree
            .below(deptId)
            .map((node) => node.deptId)
            .toSorted((a, b) => a - b),
        ).toEqual(isPlaced ? below.map((node) => node.deptId) : [])
        const levels = below.map((node) => pathOf(nodes, node.deptId).length - path.length + 1)
        expect(tree.heightOf(deptId)).toBe(isPlaced ? Math.max(...levels) : 0)
      }
      expect(tree.problemOf(SIZE + 5)).toBe('parent-missing')
      expect(tree.below(SIZE + 5)).toEqual([])
    }),
    { numRuns: 500, seed: 3 },
  )
})

test('those below a department follow it, and siblings keep their order', () => {
  const node = (deptId: number, parentId: number) => ({ deptId, parentId, status: '2' })
  const tree = createDepartmentTree([node(9, 0), node(2, 9), node(1, 9), node(5, 2), node(3, 0)])
  expect(tree.below(9).map(({ deptId }) => deptId)).toEqual([9, 2, 5, 1])
})

test('100,000 levels, which only a hand can make, are no problem', () => {
  const count = 100_000
  const tree = createDepartmentTree(nodesOf(Array.from({ length: count }, (_, i) => i)))
  expect(tree.below(1)).toHaveLength(count)
  expect(tree.levelOf(count)).toBe(count)
})
