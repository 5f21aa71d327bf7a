// Letters that look like Latin ones, of those that names of hosts may have: from the table of Unicode's UTS #39.

// What each of these letters is taken for, at the same place of the line below it.
const letters: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['асԁеһіјӏорԛѕԝхуѵгвкмнтпьзбёїѐѓќ', 'acdehijlopqswxyvrbkmhtnb36eierk'],
  // Greek
  ['αβγεηικνορτυωχϲϳά', 'abyenikvoptuwxcja'],
  // Armenian
  ['ացհոսօզքյլ', 'wghnuoqpjl'],
  // Latin letters beside the alphabet
  ['ıȷɑɡɩʟᴏᴄꞓƅɓđłøɢʜɪɴʀʏþßæœ', 'ijaglloccbbdloghinrypbao'],
]

const digits: readonly (readonly [string, string])[] = [['01', 'ol']]

const looks = new Map(
  [...letters, ...digits].flatMap(([strange, usual]) =>
    [...strange].map((letter, at) => [letter, usual[at] ?? letter] as const),
  ),
)

/** What people take a label for: letters without their marks, and each by what it looks like. */
export function skeletonOf(label: string): string {
  const bare = [...label.toLowerCase()].map((letter) => looks.get(letter) ?? letter).join('')
  const unmarked = [...bare.normalize('NFD').replace(/\p{M}/gu, '')]
  return unmarked
    .map((letter) => looks.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const writings = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Whether a label mixes writings that have look-alikes of each other's letters: no language does. */
export function mixesWritings(label: string): boolean {
  return writings.filter((writing) => writing.test(label)).length > 1
}
