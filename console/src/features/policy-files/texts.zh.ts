import type { texts as english } from './texts.en.ts'

export const texts: typeof english = {
  policyFile: {
    import: '导入 CSV',
    chooseFile: '选择文件',
    help: '每行形如 p, editor, /api/v1/post/:id, PUT（Casbin 格式）。要么全部导入，要么都不导入。',
    imported: (added, read) => `共 ${read} 条规则，新增 ${added} 条。`,
  },
}
