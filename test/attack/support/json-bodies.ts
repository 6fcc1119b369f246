/** Splits a list of texts at spaces. */
const each = (texts: string): string[] => texts.split(' ')

/** Returns texts that are valid JSON by RFC 8259. */
export function validJson(): string[] {
  const numbers = each(
    '0 -0 1 -1 123456789 0.5 -0.5 1e5 1E5 1e+5 1e-5 0e1 1.5e10 1e400 -1e-400 12345678901234567890',
  )
  const strings = each(
    String.raw`"" "a" "\"" "\\" "\/" "\b\f\n\r\t" "\u0000" "\u00e9" "\uD83D\uDE00" "\ud800" "\udc00x" "/*x*/" "[{,:}]"`,
  )
  const raw = ['" "', '"é"', '"😀"', '"\u2028\u2029"', '"\u007f"', '"\ufffe"']
  const words = each('true false null')
  const arrays = [
    ...each('[] [[]] [1,2] [null] ["a",{"b":[]}] [""] [[[[[[]]]]]]'),
    '[ ]',
    '[ 1 , 2 ]',
    '[\n1\t]',
  ]
  const objects = [
    ...each('{} {"a":1} {"":0} {"a":{"b":{}}} {"a":1,"b":2} {"toString":1}'),
    ...each(String.raw`{"\u0061":1} {"a\u0000b":1}`),
    ...['{ }', '{ "a" : 1 }', '{"a":\n[]\r}'],
  ]
  return [numbers, strings, raw, words, arrays, objects].flat()
}

/** Returns texts that are not valid JSON, although some parsers accept them. */
export function invalidJson(): string[] {
  const numbers = [
    ...each('01 -01 +1 .5 5. - 1e 1e+ 1.e1 0x10 0b1 1_000 1,000 NaN -NaN Infinity -Infinity 1a --1'),
    ...each('１ 0e 2.e3 1eE2 +.5 -.5 0.3e 9.e+'),
    '1 2',
  ]
  const strings = [
    ...each(String.raw`'a' "a a" "\x41" "\a" "\u12" "\uD8" "\" “a” "a"b "\u{41}" "\U0041" "\8" \u0022a"`),
    ...['"\\u 041"', '"\t"', '"\n"', '"\u0000"', '"\u001f"', '`a`'],
  ]
  const words = each('True FALSE Null nul nulll tru undefined none a $ @ * truefalse null,')
  const arrays = [
    ...each(
      '[ ] [1 [1, [1,] [,1] [1,,2] [1:2] [1;2] [[] []] [1} [a] [1]x [...] [-] ["a", [1/**/] (1) <[]> [][]',
    ),
    ...['[1 2]', "['a']", '[\u000b1]', '[\u00a01]', '[//x\n1]', '[1,\n2', '["a"\n"b"]'],
  ]
  const objects = [
    ...each(
      '{ } {"a" {"a": {"a":1 {"a":1, {"a":1,} {,"a":1} {"a"::1} {"a","b"} {a:1} {1:1} {null:1} {[1]:2}',
    ),
    ...each(
      '{"a":1;"b":2} {"a":1}} {"a":1}# {"a":1}//x {"a":/**/1} {"a":1}{"b":2} {"a":(1)} {"a"=1} {"a":a}',
    ),
    ...each('{"a":undefined} {"x":1,,"y":2} {{}} {"a":"b} {"é":1 {"a":1]'),
    ...['{"a" 1}', "{'a':1}", '{"a":1 "b":2}', '{"a":\'b\'}'],
  ]
  const documents = [
    ...[
      '\ufeff{}',
      '{}\u0000',
      '\u0000{}',
      '{}\u000c',
      '\u000b',
      '<a/>',
      '---\na: 1',
      'a=1&b=2',
      '{}garbage',
    ],
    ...['"\u2028', '\u2060{}', '{} {}', '{}\u00a0', '[]\u0085', '\u00e9', '{\u2028}'],
  ]
  return [numbers, strings, words, arrays, objects, documents].flat()
}

/** Returns bytes that are not valid UTF-8. */
export function invalidBytes(): Buffer[] {
  const inside = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"username":"'), Buffer.from(bytes), Buffer.from('"}')])
  return [
    inside(0xff),
    inside(0xc0, 0xaf),
    inside(0xe0, 0x80, 0xaf),
    inside(0xed, 0xa0, 0x80),
    inside(0xf4, 0x90, 0x80, 0x80),
    inside(0x80),
    inside(0xe4, 0xb8),
    inside(0xf8, 0x88, 0x80, 0x80, 0x80),
    Buffer.from([0xff, 0xfe, ...Buffer.from('{}', 'utf16le')]),
    Buffer.from('{"username":"a"}', 'utf16le'),
    Buffer.from([0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d]),
    Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  ]
}
