import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'

const ROWS_PER_BATCH = 1000

interface UserRow {
  readonly id: number
  readonly username: string
  readonly username_key: string
}

/** Compares usernames more strictly than before. Of two that are now equal, the later one keeps its old key. */
export async function renewUsernameKeys({ database }: MigrationContext): Promise<void> {
  let id = 0
  for (;;) {
    const { rows } = await sql<UserRow>`
      select id, username, username_key from users
      where id > ${id} order by id limit ${sql.lit(ROWS_PER_BATCH)}`.execute(database)
    for (const row of rows) {
      id = row.id
      const key = usernameKey(row.username)
      if (key === row.username_key || (await isTaken(key))) continue
      await sql`update users set username_key = ${key} where id = ${id}`.execute(database)
    }
    if (rows.length < ROWS_PER_BATCH) return
  }

  async function isTaken(key: string): Promise<boolean> {
    const { rows } = await sql`select id from users where username_key = ${key}`.execute(database)
    return rows.length > 0
  }
}

/** The key of a username as it was computed when this migration was released. */
function usernameKey(username: string): string {
  const plain = withoutLookAlikes(username).normalize('NFKD').toLowerCase().normalize('NFKD')
  return withoutLookAlikes(plain).normalize('NFC')
}

/** Each line begins with an ASCII character; the rest are the code points that look like it. */
const TABLE = `
' 2B9 2BB 2BC 2BD 2BE 2C8 2CA 2CB 2F4 55A 55D 5D9 5F3 7F4 7F5 144A 16CC 2018 2019 201B 2032 2035 A78C
- 2D7 6D4 2010 2012 2013 2014 2015 2043 2212 2796 2CBB
. 660 6F0 701 702 A4F8 A60E 10A50
0 7C0 966 9E6 A66 AE6 B66 BE6 C66 CE6 D66 E50 ED0 1040 114D0 118E0
1 661 6F1
2 1A8 3E9 14BF A645 A6EF A75B
3 21D 25C 292 437 4E1 2CCD A76B 118CA 16F3B 1D206
4 AB9E 118CF
5 118DB
6 431 2CD3 ABBE 118D5
7 104FA 118C6 1D212
8 223 9EA A6A 1031A 1E8CB
9 9ED A67 B68 D6D 2CCB A76F 118CC 118D6
: 2D0 2F8 589 5C3 703 704 16EC 1803 1809 205A 2236 A4FD A789
_ 7FA
a 251 3B1 430 15C5 1D00 237A A4EE AB7A 102A0 16F40
b 185 299 3B2 432 44C 13FC 1472 15AF 15F7 1C80 A4D0 A7B5 AB9F 10282 102A1 10301
c 3F2 3F9 441 1C83 1D04 2CA5 A4DA ABAF 102A2 10302 1043D 1051C 118E9 118F2 1F74C
d 501 146F 15DE 15EA 1D05 A4D2 A4D3 AB70 ABB7
e 3B5 435 4BD 1D07 212E 22FF 2D39 A4F0 AB32 AB7C 10286 118CE
f 3DD 584 15B4 1E9D A4DD A730 A799 AB35 10287 102A5 10525 118C2 1D213
g 18D 261 262 50D 581 13FB 1D83 A4D6 AB90
h 29C 3B7 43D 4BB 570 157C 2C8F A4E7 AB8B AB92 102CF
i 131 269 26A 3B9 456 4CF 2373 2C93 A647 AB75 118C3
j 29D 3F3 458 148D 1D0A A4D9 AB7B
k 138 3BA 43A 16D5 1D0B 2C95 A4D7 ABB6 10518
l 1C0 29F 5D5 5DF 627 7CA 14AA 16C1 2CD1 2D4F A4E1 A4F2 ABAE 1028A 10309 10320 10443 10526 118D2 16F16 16F28
l 1D22A 1E8C7
m 28D 3BC 3FB 43C 15F0 16D6 1D0D 2C99 A4DF AB87 102B0 10311 11700 118E3
n 274 578 57C 2C9B A4E0 10513
o 3BF 3C3 43E 585 5E1 647 665 6BE 6C1 6D5 6F5 B20 D20 101D 10FF 12D0 1C82 1D0F 1D11 2C9F 2D54 3007 A4F3 AB3D
o 10292 102AB 1042C 104EA 10516 118C8 118D7
p 3C1 440 146D 1D18 1D29 2374 2CA3 A4D1 ABB2 10295
q 51B 563 566 2D55 A7AF
r 280 433 1587 1D26 2C85 A4E3 AB47 AB48 AB71 AB81 ABA2 104DC 16F35 1D216
s 1BD 455 57F A4E2 A731 ABA5 ABAA 10296 10448 118C1 16F3A
t 3C4 442 1C84 1C85 1D1B 22A4 27D9 2CA7 A4D4 AB72 10297 102B1 10315 16F0A 1F768
u 28B 3C5 57D 1200 144C 1D1C 222A 22C3 A4F4 A79F AB4E AB52 104F6 118D8 16F42
v 3BD 475 5D8 667 6F7 142F 1D20 2228 22C1 2D38 A4E6 A6DF ABA9 1051D 11706 118C0 16F08 1D20D
w 26F 461 51D 561 1D21 A4EA AB83 ABA4 1170A 1170E 1170F 118E6 118EF
x D7 3C7 445 1541 157D 166D 166E 16B7 2573 292B 292C 2A2F 2CAD 2D5D A4EB AB53 10290 102B4 10317 10322 10527
x 118EC
y 263 28F 3B3 443 4AF 10E7 1D8C 1EFF 2CA9 A4EC AB5A AB79 AB8D 102B2 118DC 16F43
z 3B6 1D22 A4DC AB93 102F5 118C4 118C9 118E5
`

const asciiOf: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [ascii = '', ...codePoints] = line.split(' ')
      return codePoints.map((hex) => [String.fromCodePoint(Number.parseInt(hex, 16)), ascii] as const)
    }),
)

function withoutLookAlikes(text: string): string {
  return text.replaceAll(/[^ -~]/gu, (character) => asciiOf.get(character) ?? character)
}
