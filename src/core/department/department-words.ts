import type { Words } from '../../core/service/words.ts'

export const DEPARTMENT_WORDS = {
  refusals: {
    'department-unknown': {
      code: 409,
      en: 'Department {dept} does not exist.',
      zh: '部门 {dept} 不存在。',
    },
    'department-cycle': {
      code: 409,
      en: 'Department {dept} is or would be below itself. Choose another department above.',
      zh: '部门 {dept} 是或将成为自身的下级，请选择其他上级部门。',
    },
    'department-in-use': {
      code: 409,
      en: 'Department "{name}" has departments below it, users, or roles with a custom data scope. Move or change them first.',
      zh: '部门“{name}”仍有下级部门、用户，或仍属于某个角色的自定义数据范围，请先移动或更改它们。',
    },
    'department-foreign': {
      code: 409,
      en: 'The row cannot have this department: {problem}.',
      zh: '该行不能使用此部门：{problem}。',
    },
    'own-department': {
      code: 409,
      en: 'You cannot change your own department or data scope. Ask another operator.',
      zh: '您不能更改自己的部门或数据范围，请联系其他管理员。',
    },
  },
  auditActions: {
    'dept.create': { creates: 'deptId' },
    'dept.update': {},
    'dept.delete': {},
  },
  things: { department: '部门' },
  tags: {
    departments: 'Departments, on which the data scopes of users depend.',
  },
  paths: {
    'own account': ['data-scope'],
    departments: ['dept', 'deptTree', 'data-scope/explain', 'data-scope/preview'],
  },
} as const satisfies Words
