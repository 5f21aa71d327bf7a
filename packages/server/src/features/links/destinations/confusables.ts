// Letters allowed in host names that look like Latin ones, from Unicode's table in UTS #39.

// The letters of a script, and at the same positions the Latin letters that they look like.
const letters: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['асԁеһіјӏорԛѕԝхуѵгвкмнтпьзбёїѐѓќ', 'acdehijlopqswxyvrbkmhtnb36eierk'],
  // Greek
  ['αβγεηικνορτυωχϲϳά', 'abyenikvoptuwxcja'],
  // Armenian
  ['ացհոսօզքյլ', 'wghnuoqpjl'],
  // Latin letters outside the basic alphabet
  ['ıȷɑɡɩʟᴏᴄꞓƅɓđłøɢʜɪɴʀʏþßæœ', 'ijaglloccbbdloghinrypbao'],
]

const digits: readonly (readonly [string, string])[] = [['01', 'ol']]

const lookAlikes = new Map(
  [...letters, ...digits].flatMap(([strange, usual]) =>
    [...strange].map((letter, at) => [letter, usual[at] ?? letter] as const),
  ),
)

/** How people read a label: letters without their marks, each replaced by what it looks like. */
export function skeletonOf(label: string): string {
  const bare = [...label.toLowerCase()].map((letter) => lookAlikes.get(letter) ?? letter).join('')
  const unmarked = [...bare.normalize('NFD').replace(/\p{M}/gu, '')]
  return unmarked
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Whether a label mixes scripts that have look-alikes of each other's letters, which no language does. */
export function mixesScripts(label: string): boolean {
  return scripts.filter((script) => script.test(label)).length > 1
}
