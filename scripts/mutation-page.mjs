/** `docs/mutation.md`, from the mutants of each part. */
export function mutationPage(reports, missing) {
  const rows = reports.map(({ part, mutants }) => {
    const killed = mutants.filter(({ isKilled }) => isKilled).length
    const byTime = mutants.filter(({ isByTime }) => isByTime).length
    const percent = ((100 * killed) / mutants.length).toFixed(1)
    return `| ${part} | ${mutants.length} | ${killed} | ${byTime} | ${mutants.length - killed} | ${percent} % |`
  })
  const survivors = reports
    .flatMap(({ mutants }) => mutants)
    .filter(({ isKilled }) => !isKilled)
    .map(({ where, was, became, reason }) => `| ${where} | ${code(was)} | ${code(became)} | ${reason} |`)
  return [
    '<!-- Made by `npm run test:mutation`. Reasons are kept in scripts/mutation-reasons.mjs. -->',
    '# Mutation testing',
    '',
    '`npm run test:mutation` changes the code that decides who comes in and where they may go, one small change at a time, and',
    'runs the tests that reach it. A change that makes no test fail has survived: either a test is missing, or the change is',
    'none. At least 90 % of each part have to be killed, and every survivor needs a reason.',
    '',
    'The tests beside the files do it, without a server or a process, and without those that take long: comparisons with Casbin and',
    'with a plain reading at random, big policies. Changes of constants count like others. One whose tests do not end in time, for a',
    'loop without end or a request without an answer, is killed by time.',
    '',
    '| part | mutants | killed | of them by time | survived | killed |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
    ...missing.map((part) => `| ${part} | not measured | | | | |`),
    '',
    '## What survives, and why',
    '',
    '| where | code | changed into | why no test fails |',
    '|---|---|---|---|',
    ...survivors,
    '',
  ].join('\n')
}

const LONGEST = 70

/** On one line, and so that no character of it means something in a table. */
function code(text) {
  const line = text.replaceAll(/\s+/g, ' ')
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  return short === ''
    ? ''
    : `<code>${short.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '&#124;')}</code>`
}
