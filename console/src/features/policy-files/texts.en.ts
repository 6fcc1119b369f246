export const texts = {
  policyFile: {
    import: 'Import CSV',
    chooseFile: 'Choose a file',
    help: 'Lines in Casbin format, such as p, editor, /api/v1/post/:id, PUT. Either all rules are imported or none.',
    imported: (added: number, read: number) => `${added} of ${read} rules were added.`,
  },
}
