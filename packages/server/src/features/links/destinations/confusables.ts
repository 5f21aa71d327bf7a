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

const digits = ['01', 'ol'] as const

const lookAlikes = new Map(
  [...letters, digits].flatMap(([strange, usual]) =>
    [...strange].map((letter, at) => [letter, usual[at] ?? letter] as const),
  ),
)

/** How people read a label: letters without their marks, each replaced by what it looks like. */
export function skeletonOf(label: string): string {
  const lower = label.toLowerCase()
  return (isAscii.test(lower) ? asciiSkeleton(lower) : unmarkedSkeleton(lower))
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const isAscii = /^[\x20-\x7e]*$/

/** Of ASCII characters, only two digits look like letters; nearly all labels are ASCII. */
function asciiSkeleton(label: string): string {
  return label.replace(/[01]/g, (digit) => lookAlikes.get(digit) ?? digit)
}

function unmarkedSkeleton(label: string): string {
  const bare = [...label].map((letter) => lookAlikes.get(letter) ?? letter).join('')
  const unmarked = [...bare.normalize('NFD').replace(/\p{M}/gu, '')]
  return unmarked.map((letter) => lookAlikes.get(letter) ?? letter).join('')
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Whether a label mixes scripts that have look-alikes of each other's letters, which no language does. */
export function mixesScripts(label: string): boolean {
  if (isAscii.test(label)) return false
  return scripts.filter((script) => script.test(label)).length > 1
}
