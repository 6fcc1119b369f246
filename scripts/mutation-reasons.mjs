/**
 * Why a mutant survives that no test can tell from the original, or that is not worth telling from it: by the end of its
 * file's name, a piece of the code on its lines, and, where those are not enough, a piece of what it became.
 */
export const REASONS = [
  {
    file: 'http/guards.ts',
    code: "request.raw.url ?? ''",
    reason: 'Node gives every request that a server receives a path; the type alone allows none',
  },
  {
    file: 'login/login-throttle.ts',
    code: "settle(subjects, reserved, 'unknown')",
    reason: 'whatever is not `succeeded` is treated as unknown',
  },
  {
    file: 'login/login-throttle.ts',
    code: 'if (isCounted(reserved.all)) await store.save(network, counted.all)',
    became: 'true',
    reason: 'what was not counted is written as it was: one statement more',
  },
  {
    file: 'login/login-throttle.store.ts',
    code: "if (!attempts) throw new Error('login attempts could not be counted')",
    reason: 'a row that was inserted in this transaction is found in it; the type alone allows none',
  },
  {
    file: 'login/hash-kind.ts',
    code: '?.groups?.cost',
    reason: 'a match of an expression with names has groups; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'page.at(-1)?.id',
    reason: 'the loop is entered with a page that holds somebody; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: '!known.has(kind)',
    reason: 'only in which order the kinds come, until the next round',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'looks++',
    reason: 'counted down, the looks come to a round after as many',
  },
  {
    file: 'login/password-hash.ts',
    code: 'const own = hash === undefined',
    became: 'false',
    reason: 'then no hash is a kind of its own, which matches nothing and costs nothing',
  },
  {
    file: 'login/hash-work.ts',
    code: "isExact ? password : ''",
    reason: 'verified for the time that it takes alone: what comes of it is not looked at',
  },
  {
    file: 'captcha/captcha-image-painter.ts',
    code: 'child.channel?.',
    reason: 'a process that is started with a channel has one; the type alone asks for the question mark',
  },
  {
    file: 'captcha/captcha-painter-glyph.ts',
    code: 'GlobalFonts.registerFromPath',
    reason: 'the font is there: it comes with a package',
  },
  {
    file: 'captcha/captcha-painter-lettering.ts',
    code: 'let left = between',
    became: 'total / squeeze',
    reason: 'squeezed, the text begins at the margin either way; else the factor is 1',
  },
  {
    file: 'captcha/captcha-image-process.ts',
    code: 'process.send?.',
    reason: 'a process that is sent texts can send; the type alone asks for the question mark',
  },
  {
    file: 'captcha/captcha-painter-png.ts',
    code: 'const PACKING',
    reason: 'only how long the picture takes, and how many bytes',
  },
  {
    file: 'captcha/captcha-painter-png.ts',
    code: "'latin1'",
    reason: 'the names of chunks are plain letters in every encoding',
  },
  {
    file: 'captcha/captcha-painter-glyph.ts',
    code: 'pixel < drawing.shades.length',
    reason: 'a place beyond the end of such an array takes nothing',
  },
  {
    file: 'captcha/captcha-painter-chance.ts',
    code: 'point < points',
    reason: 'a place beyond the end of such an array takes nothing',
  },
  {
    file: 'captcha/captcha-painter-chance.ts',
    code: 'left > 0',
    became: 'left >= 0',
    reason: 'the first place is exchanged with itself',
  },
  {
    file: 'captcha/captcha-painter-colour.ts',
    code: 'y < height',
    became: 'y <= height',
    reason: 'a place beyond the end of such an array takes nothing',
  },
  {
    file: 'captcha/captcha-painter-lettering.ts',
    code: 'shade > (shades[at] ?? 0)',
    became: 'shade >= ',
    reason: 'what is as dark stays as dark',
  },
  {
    file: 'captcha/captcha-painter-patches.ts',
    code: 'line < drawing.height',
    became: 'line <= drawing.height',
    reason: 'a place beyond the end of such an array takes nothing',
  },
  {
    file: 'captcha/captcha-painter-patches.ts',
    code: 'if (half > 0)',
    reason: 'a run of no breadth changes nothing, and one that is no number is nowhere',
  },
  {
    file: 'permission/path-pattern.ts',
    code: "segments.at(-1)?.includes('*') ?? false",
    reason: 'every text that comes here has a slash, and so a segment; the type alone asks for it',
  },
  {
    file: 'permission/path-pattern.ts',
    code: "b.segments[i] ?? ''",
    reason: 'the longer of the two has a segment wherever the shorter one has; the type alone asks for it',
  },
  {
    file: 'permission/exclusion-list.ts',
    code: 'const EVERYONE',
    reason: 'whatever the one role of this index is called',
  },
  {
    file: 'permission/exclusion-list.ts',
    code: 'const least =',
    reason: 'only how soon a path is known to be on no list: the index decides',
  },
  {
    file: 'permission/exclusion-list.ts',
    code: 'if (below || segments.includes(ANY_SEGMENT))',
    reason: 'only how soon a path is known to be on no list: the index decides',
  },
  {
    file: 'permission/exclusion-list.ts',
    code: 'path.length >= shortest',
    reason: 'only how soon a path is known to be on no list: the index decides',
  },
  {
    file: 'permission/exclusion-list.ts',
    code: 'isLength',
    reason: 'only how soon a path is known to be on no list: the index decides',
  },
  {
    file: 'permission/literal-children.ts',
    code: 'PARENT]',
    became: 'slot - PARENT',
    reason: '`PARENT` is 0',
  },
  {
    file: 'permission/literal-children.ts',
    code: 'slots[slot + HASH] !== hash',
    became: 'false',
    reason: 'only how soon another literal is known to be another: its text decides',
  },
  {
    file: 'permission/literal-children.ts',
    code: 'slot < old.length',
    reason: 'beyond the table there is nothing',
  },
  {
    file: 'permission/literal-children.ts',
    code: 'if (child === NO_NODE) continue',
    reason: 'a slot without a child stays one without a child',
  },
  {
    file: 'permission/literal-children.ts',
    code: 'i < literal.length; i++) children.texts',
    reason: 'the slash after the text is written last',
  },
  {
    file: 'permission/path-pattern-problem.ts',
    code: "text.split('/').slice(1)",
    reason: 'there is no advice for the nothing before the first slash',
  },
  {
    file: 'permission/path-pattern-problem.ts',
    code: '/^%[0-9A-Fa-f]{2}$/',
    reason: 'what comes here is a percent sign and at most two characters',
  },
  {
    file: 'permission/policy-index.ts',
    code: 'added++',
    reason: 'counted down, others get their turn after as many rules',
  },
  {
    file: 'permission/policy-index.ts',
    code: 'added % yieldEvery === 0',
    reason: 'only how often others get their turn',
  },
  {
    file: 'permission/policy-grants.ts',
    code: 'const found: Grant[] = []',
    reason: 'what is no rule has neither the method nor a pattern that is looked for',
  },
  {
    file: 'permission/policy-search.ts',
    code: 'ANY_CHILD]',
    became: 'node - ANY_CHILD',
    reason: '`ANY_CHILD` is 0',
  },
  {
    file: 'permission/policy-search.ts',
    code: 'if (anyChild === NO_NODE) {',
    reason: 'only how: a call of itself in place of another turn of the loop',
  },
  {
    file: 'permission/policy-search.ts',
    code: 'if (anyChild === NO_NODE) return NO_NODE',
    reason: 'the node that means none allows nothing and leads nowhere',
  },
  {
    file: 'permission/policy-search.ts',
    code: '& SEVERAL_LITERALS) !== 0',
    reason: 'only how soon: the table has no children of such a node',
  },
  {
    file: 'permission/policy-tree.ts',
    code: '& trait) !== 0',
    reason: 'a second rule of one shape is kept, and allows nothing more',
  },
  {
    file: 'permission/policy-tree.ts',
    code: 'ANY_CHILD]',
    became: 'parent - ANY_CHILD',
    reason: '`ANY_CHILD` is 0',
  },
  {
    file: 'permission/policy-tree.ts',
    code: 'nodes[parent + ONLY_CHILD]',
    reason: 'only where a single child is kept: the table finds it as well',
  },
  {
    file: 'permission/policy-tree.ts',
    code: 'tree.literals.offsets.clear()',
    reason: 'only how much memory stays taken: texts are looked up no more',
  },
  {
    file: 'permission/policy-nodes.ts',
    code: '(64 + rules) * NODE_LENGTH',
    reason: 'only how much room there is at first',
  },
  {
    file: 'permission/coverage.ts',
    code: "roleKey: ''",
    reason: 'whether a rule is of the language does not depend on its role',
  },
  {
    file: 'permission/coverage.ts',
    code: "segments[depth] ?? ''",
    reason: 'before the end there is a segment; the type alone asks for it',
  },
  {
    file: 'permission/coverage.ts',
    code: '++steps > MOST_STEPS',
    reason: 'only when exactly a search is given up',
  },
  {
    file: 'permission/coverage.ts',
    code: 'segment === ANY_SEGMENT ? undefined',
    became: 'false',
    reason: 'the child by a name is tried twice',
  },
  {
    file: 'permission/authority.ts',
    code: 'RULES_A_TURN',
    reason: 'only how often others get their turn',
  },
  {
    file: 'permission/casbin-csv.ts',
    code: 'kind?.slice',
    reason: 'a line has one field at least; the type alone asks for the question mark',
  },
  {
    file: 'permission/casbin-csv.ts',
    code: "bare = ''",
    reason: 'a field that is not in quotes is there, though it may be empty; the type alone asks for it',
  },
  {
    file: 'permission/policy.store.ts',
    code: 'await inTurns',
    reason: 'only how: reading all at once comes to the same, and others wait',
  },
  {
    file: 'permission/policy.store.ts',
    code: "complete && !kinds.has('policy')",
    became: 'false',
    reason: 'only how: reading all at once comes to the same, and others wait',
  },
  {
    file: 'permission/policy.store.ts',
    code: 'rows.at(-1)?.id',
    reason: 'a whole page has a last row; the type alone asks for the question mark',
  },
  {
    file: 'permission/policy.store.ts',
    code: "isStorable(text ?? '')",
    reason: 'any text that can be stored does',
  },
  {
    file: 'permission/policy.store.ts',
    code: 'from < rules.length',
    reason: 'one statement more, about no rule',
  },
  {
    file: 'permission/policy.store.ts',
    code: 'from + RULES_A_STATEMENT',
    reason: 'all in every statement: the same, until there are more than a statement takes',
  },
  {
    file: 'token/revocation-follower.ts',
    code: 'id < highest',
    became: 'id <= highest',
    reason: 'the highest is there, and so no gap',
  },
  {
    file: 'token/token.ts',
    code: 'mode === undefined ? {}',
    became: 'false',
    reason: 'a mode that is undefined is not written',
  },
  {
    file: 'token/token.ts',
    code: 'claims.mode !== undefined',
    became: 'true',
    reason: 'a token without a mode is refused where there is one',
  },
  {
    file: 'token/key-set.ts',
    code: 'key.tokenKey !== undefined',
    became: 'true',
    reason: 'a removed key alone has none, and is told by its state',
  },
  {
    file: 'token/key-set.ts',
    code: 'before?.accepted ?? []',
    reason: 'without a set before, none is the same',
  },
  {
    file: 'token/key-set.ts',
    code: '?.fingerprint',
    reason: 'what signs is looked at last, where the keys are the same',
  },
  {
    file: 'token/key-set.ts',
    code: "typeof kid !== 'string'",
    reason: 'a name that is no text is no key’s name',
  },
  {
    file: 'token/revocation.store.ts',
    code: 'from < others.length',
    reason: 'one statement more, about no mark',
  },
  {
    file: 'token/revocation.store.ts',
    code: 'latest?.at',
    reason: 'where there is a last session there is a latest end; the type alone asks for the question mark',
  },
  {
    file: 'token/revocation.ts',
    code: 'marks: Iterable<RevocationMark> = []',
    reason: 'what is no mark ends nothing',
  },
  {
    file: 'token/revocation.ts',
    code: 'known.upToSession < mark.upToSession',
    reason: 'of two marks alike either counts',
  },
  {
    file: 'token/token-cache.ts',
    code: 'Math.max(0, text.length - KEY_LENGTH)',
    reason: 'only how soon: the whole text is compared',
  },
  {
    file: 'token/token-cache.ts',
    code: 'at < text.length',
    reason: 'only how soon: the whole text is compared',
  },
  {
    file: 'token/token-form.ts',
    code: '!headerPart ||',
    reason: 'an empty part is no JSON',
  },
  {
    file: 'token/token-form.ts',
    code: 'if (!bytes) return undefined',
    reason: 'what is no bytes cannot be decoded',
  },
  {
    file: 'token/token-form.ts',
    code: '} catch {',
    reason: 'a block without a word gives nothing back either',
  },
  {
    file: 'token/token-form.ts',
    code: "new TextDecoder('utf-8'",
    became: '""',
    reason: 'UTF-8 is what it decodes unless told otherwise',
  },
  {
    file: 'token/token-form.ts',
    code: 'value !== null',
    reason: 'nothing is refused by the line that asks for it',
  },
  {
    file: 'token/token-key.ts',
    code: 'kid === undefined ? {}',
    reason: 'a name that is undefined is not written',
  },
  {
    file: 'token/token-key.ts',
    code: "'utf8'",
    reason: 'UTF-8 is what a text is read as unless told otherwise',
  },
  {
    file: 'token/token-key.ts',
    code: 'algorithms: [alg]',
    reason: 'a key that is imported for one algorithm verifies no other',
  },
  {
    file: 'token/key-administration.ts',
    code: "throw new Error('the file holds no key')",
    reason: 'what `parseKeyFile` takes from a file of this kind holds a key; the type alone allows none',
  },
  {
    file: 'token/key-administration.ts',
    code: "'cannot be read'",
    reason: '`parseKeyFile` throws nothing but errors',
  },
  {
    file: 'token/key-folder.ts',
    code: "'cannot be read'",
    reason: '`parseKeyFile` throws nothing but errors',
  },
  {
    file: 'token/key-administration.ts',
    code: '(await schedule()).filter(isOfFolder)',
    reason: 'the secret of the settings has no name, and is found by none',
  },
  {
    file: 'token/key-administration.ts',
    code: 'if (problem !== undefined) throw new Error(`key',
    reason: 'the file of that name is refused by the next step, in nearly the same words',
  },
  {
    file: 'token/key-administration.ts',
    code: "keyFileText(key, '')",
    reason: 'of a removed key the dates alone are read',
  },
  {
    file: 'token/key-administration.ts',
    code: 'acceptedUntil <= now()',
    reason: 'a millisecond sooner or later',
  },
  {
    file: 'token/key-administration.ts',
    code: 'time <= now',
    reason: 'a millisecond sooner or later',
  },
  {
    file: 'token/key-algorithm.ts',
    code: "namedCurve = 'of its own'",
    reason: 'part of a message, for a curve that has no name',
  },
  {
    file: 'token/key-algorithm.ts',
    code: 'value === undefined ? []',
    reason: 'JSON leaves out what is undefined',
  },
  {
    file: 'token/key-file.ts',
    code: 'lines[0]?.startsWith',
    reason:
      'a text that is split has a first line, and the body is never empty here; the type alone asks for the question mark',
  },
  {
    file: 'token/key-file.ts',
    code: "(lines.shift() ?? '')",
    reason: 'the line has just been looked at; the type alone allows none',
  },
  {
    file: 'token/key-file.ts',
    code: 'olderKeysUntil !== undefined && olderKeysUntil < signsFrom',
    became: 'true && olderKeysUntil < signsFrom',
    reason: 'undefined is less than nothing',
  },
  {
    file: 'token/key-file.ts',
    code: 'olderKeysUntil !== undefined && olderKeysUntil < signsFrom',
    became: 'true',
    reason: 'undefined is less than nothing',
  },
  {
    file: 'token/key-file.ts',
    code: '< SHORTEST_SECRET_BYTES',
    reason: '`problemOfSecret` decides what is too short; this only asks it in dev too',
  },
  {
    file: 'token/key-file.ts',
    code: "createSecretKey(secret, 'utf8')",
    reason: 'UTF-8 is what Node takes where none is named',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: "flag: 'wx'",
    reason: 'the name of the draft is random: nobody has it. That it is flushed, only a power cut would tell',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: 'await rm(draft, { force: true })',
    reason: 'the draft is there, unless it could not be written; then that is told',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: "'ENOTEMPTY', 'EEXIST'",
    reason: 'file systems answer with the one or the other',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: '() => false',
    reason: 'undefined is as good as false here',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: 'process.getuid?.() !== 0',
    reason: 'Windows alone has no users by number; who runs the tests is root or is not',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: "codeOf(error) !== 'EEXIST'",
    reason: 'what else is wrong with the folder is found by the next step too',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: '} catch (error) {',
    reason: 'what else is wrong with the folder is found by the next step too',
  },
  {
    file: 'token/key-folder.ts',
    code: 'cannot be read by this user',
    reason: 'root, who may run the tests, reads everything',
  },
  {
    file: 'token/key-folder.ts',
    code: "code === 'EACCES'",
    reason: 'root, who may run the tests, reads everything',
  },
  {
    file: 'token/key-folder.ts',
    code: ".join(' ')",
    reason: 'only what takes a rare chance: numbers that give the same text when put together',
  },
  {
    file: 'token/key-folder.ts',
    code: "name.startsWith('.')).sort()",
    reason: 'most file systems answer in that order',
  },
  {
    file: 'token/key-folder.ts',
    code: '!mustExist) return []',
    reason: 'a name that is not there is passed over',
  },
  {
    file: 'token/key-folder.ts',
    code: 'stats === undefined || stats.isDirectory()',
    reason: 'what is gone by now is told as an error then, until the next look',
  },
  {
    file: 'token/private-file.ts',
    code: 'size > LARGEST_BYTES',
    reason: 'no key has exactly that size',
  },
  {
    file: 'token/private-file.ts',
    code: '} finally {',
    reason: 'a file stays open until it is collected',
  },
  {
    file: 'token/private-file.ts',
    code: '} catch (error) {',
    reason: 'root, who may run the tests, reads everything',
  },
  {
    file: 'token/private-file.ts',
    code: "codeOf(error) !== 'EACCES'",
    reason: 'root, who may run the tests, reads everything',
  },
  {
    file: 'token/private-file.ts',
    code: 'cannot be read by this user',
    reason: 'root, who may run the tests, reads everything',
  },
  {
    file: 'token/private-file.ts',
    code: "error instanceof Error && 'code' in error",
    reason: 'whatever the file system throws is an error with a code',
  },
  {
    file: 'token/signing-secret.ts',
    code: "codeOf(error) !== 'EEXIST'",
    reason: 'a link fails for another reason only where the file system has none',
  },
  {
    file: 'token/signing-secret.ts',
    code: '} catch (error) {',
    reason:
      'a link fails for another reason only where the file system has none; and what is not there is made',
  },
  {
    file: 'token/signing-secret.ts',
    code: 'try {',
    reason: 'a file that is there is read at the end too',
  },
  {
    file: 'token/signing-secret.ts',
    code: "codeOf(error) !== 'ENOENT'",
    reason: 'what cannot be read is not replaced: the same error comes at the end',
  },
  {
    file: 'token/signing-secret.ts',
    code: "flag: 'wx'",
    reason: 'the name of the draft is random: nobody has it',
  },
  {
    file: 'token/signing-secret.ts',
    code: "process.platform !== 'win32'",
    reason: 'the tests run where files have modes',
  },
  {
    file: 'token/keys.ts',
    code: 'options.pollMilliseconds ?? POLL_MILLISECONDS',
    reason: 'only how long the test takes',
  },
  {
    file: 'token/new-key.ts',
    code: ".replaceAll('-', '')",
    reason: 'how a name looks, which decides nothing',
  },
  {
    file: 'token/open-keys.ts',
    code: 'signing === undefined || accepted.some',
    reason: 'without a key that signs there is no start',
  },
  {
    file: 'token/open-keys.ts',
    code: 'keys.length === 0 && problems.length === 0',
    reason: 'a folder with something in it is never replaced: see `makeFolderWith`',
  },
  {
    file: 'token/key-folder.ts',
    code: "if (codeOf(error) === 'ENOENT') return undefined",
    reason: 'what else can be wrong with a file is told when it is read',
  },
  {
    file: 'token/key-folder-writer.ts',
    code: "if (codeOf(error) === 'EEXIST') throw",
    reason: 'only what is said where a file cannot be written for another reason, such as a full disk',
  },
]
