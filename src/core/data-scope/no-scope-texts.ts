import type { LocalizedText } from '../../platform/refusal/refusal.ts'
import type { NoScopeReason } from './resolve-scope.ts'

/** Why a user sees no rows, in words. */
export const NO_SCOPE_TEXTS: Readonly<Record<NoScopeReason, LocalizedText>> = {
  'identity-invalid': { en: 'there is no identity of this service', zh: '没有本服务的身份' },
  'scope-unknown': { en: 'the data scope is unknown', zh: '数据范围未知' },
  'department-not-read': { en: 'the department of a user has not been read', zh: '尚未读取用户的部门' },
  'department-missing': {
    en: 'the data scope needs a department, and the user is in none',
    zh: '该数据范围需要部门，而用户不属于任何部门',
  },
  'department-deleted': { en: 'the department of the user does not exist', zh: '用户的部门不存在' },
  'department-disabled': { en: 'the department of the user is disabled', zh: '用户的部门已停用' },
  'department-orphaned': {
    en: 'a department above the one of the user is missing',
    zh: '用户部门的某个上级部门不存在',
  },
  'department-cycle': {
    en: 'the departments above the one of the user form a cycle',
    zh: '用户部门的上级部门形成循环',
  },
  'departments-missing': {
    en: 'the role has no department that exists and is enabled',
    zh: '角色没有任何存在且已启用的部门',
  },
}
