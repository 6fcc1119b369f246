import { add, change, client, type Fields } from '../../shell/api/client.ts'

export const departmentCalls = {
  departmentTree: () => client.get('/api/v1/deptTree'),
  department: (id: number) => client.get('/api/v1/dept/{id}', { parameters: { id } }),
  addDepartment: (department: Fields) => add('/api/v1/dept', department),
  changeDepartment: (id: number, department: Fields) => change('/api/v1/dept/{id}', department, { id }),
  removeDepartment: (id: number) => client.delete('/api/v1/dept/{id}', { parameters: { id } }),
}
