/** Returns spellings of Transfer-Encoding that only some parsers recognize. */
export function transferEncodings(): string[] {
  const names = [
    'Transfer-Encoding',
    'transfer-encoding',
    'TRANSFER-ENCODING',
    'Transfer-Encoding ',
    'Transfer-Encoding\t',
    ' Transfer-Encoding',
    '\tTransfer-Encoding',
    'Transfer_Encoding',
    'Transfer Encoding',
    'Transfer-\u00e8ncoding',
    'X-Transfer-Encoding',
    'Transfer-Encoding\0',
    'Transfer-Encoding\u000b',
    '"Transfer-Encoding"',
    'Foo: bar\r\n Transfer-Encoding',
    'Foo: bar\nTransfer-Encoding',
    'Foo: bar\rTransfer-Encoding',
    'Foo\r\nTransfer-Encoding',
    'Content-Encoding',
    'TE',
  ]
  const separators = [':', ': ', ':\t', ' : ', ':\u000b', ':\u00a0', ':\r\n ', ':\n', ':\0', '=', ':  ']
  const values = [
    'chunked',
    'Chunked',
    'CHUNKED',
    ' chunked',
    'chunked ',
    'chunked\t',
    '\u000bchunked',
    'chunked\0',
    '"chunked"',
    "'chunked'",
    'xchunked',
    'chunkedx',
    'chunk',
    'chunked, identity',
    'identity, chunked',
    'identity',
    'chunked,',
    ',chunked',
    'chunked;q=1',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'chunked\r\nTransfer-Encoding: identity',
    'identity\r\nTransfer-Encoding: chunked',
    'chunked\r\n\tx',
    '\u0000chunked',
    'ch\u00fcnked',
    '',
    'cow',
    'chunked\u0085',
    '(chunked)',
    '[chunked]',
    'chunked#',
    'trailers, chunked',
  ]
  const usual = names.flatMap((name) => values.map((value) => `${name}: ${value}`))
  const separated = separators.flatMap((separator) =>
    ['chunked', 'Chunked', 'x'].map((value) => `Transfer-Encoding${separator}${value}`),
  )
  return [...new Set([...usual, ...separated])]
}

/** Returns duplicate or ambiguous Content-Length headers. */
export function contentLengths(length: number): string[] {
  const values = [
    `+${length}`,
    `-${length}`,
    `${length}, ${length}`,
    `${length},0`,
    `0x${length.toString(16)}`,
    `${length}.0`,
    `${length}e0`,
    `${length} 0`,
    `"${length}"`,
    '',
    ' ',
    'x',
    `${length}x`,
    `${'9'.repeat(30)}`,
    '-0',
    '1_0',
    `\u00a0${length}`,
    `${length}\0`,
    `;${length}`,
  ]
  const twice = [
    [0, length],
    [length, 0],
    [length, length],
  ].map(([a, b]) => `Content-Length: ${a}\r\nContent-Length: ${b}`)
  const odd = [
    `Content-Length : ${length}`,
    `Content-Length\t: ${length}`,
    `Content-Length: ${length}\r\n Content-Length: 0`,
    `Content-Length:\r\n ${length}`,
  ]
  return [...values.map((value) => `Content-Length: ${value}`), ...twice, ...odd]
}
