// Made-up links that look real: the same for the same number, so that two runs measure the same.
import { randomsOf } from './random.ts'

export interface MadeUpLink {
  code: string
  longUrl: string
  title: string
}

const words =
  `about account active agenda album alpine amber analog annual answer april archive arena artist atlas
  august autumn balance banner basket beacon berlin better bicycle blanket boston bottle bridge bright budget button
  cabin calendar camera campaign canvas carbon castle catalog celebrate central chapter charity checkout cherry
  chicken classic climate coffee collection comfort community compare concert copper cotton course creative crystal
  culture customer daily dance december delivery design desktop digital dinner discount discover donate download
  dream driver early easter edition electric energy engine event explore express fabric factory family fashion
  feature festival fitness flower forest formula frozen future gallery garden giant gift ginger global golden guide
  guitar harbor harvest health hello history holiday honey house ideas insight invite island italian january jazz
  journal july jungle june keynote kitchen knowledge ladder launch leather legacy lemon lesson library light limited
  linen listen local london machine magazine manual march marble market master meeting member mobile modern
  monday morning mountain museum music native nature network newsletter november number ocean october offer office
  online orange organic origin outlet paper paris partner pattern perfect photo picnic planet podcast pocket policy
  portfolio postcard premium present press product profile program project quality quarter question quick radio rain
  recipe record release report research review river rocket roller running saddle sailing sale salmon saturday school
  science season secret september series service shadow shipping silver simple sketch smart social software spring
  station story street studio style summer sunday supply survey sustainable table talent teacher team theatre ticket
  tiger timber tomorrow tour training travel trophy tulip tunnel twilight ultimate unique update urban vacation
  valley velvet vendor version village vintage violin volunteer voyage wallet water webinar wedding weekend welcome
  window winter wonder workshop yellow yoga young zebra zero`.split(/\s+/)

const endings = ['com', 'com', 'com', 'org', 'net', 'io', 'de', 'co.uk', 'fr', 'shop', 'dev', 'app']
const sections = ['blog', 'products', 'news', 'events', 'shop', 'docs', 'p', 'en', 'watch', 'articles']
const sources = ['newsletter', 'instagram', 'facebook', 'twitter', 'print', 'qr', 'linkedin', 'partner']

// The alphabet of made-up codes (features/links/links/slugs.ts).
const alphabet = '23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ'
const codeLength = 6
const codeCount = alphabet.length ** codeLength
// Coprime to the number of codes, so that every number below that has its own code; and the product with the largest number
// is still exact.
const codeStride = 876_543_211

/** The code of the link with this number (from 0 to 10,000,000): no two are the same. */
export function codeOf(index: number): string {
  let rest = (index * codeStride + 12_345) % codeCount
  let code = ''
  for (let place = 0; place < codeLength; place++) {
    code += alphabet[rest % alphabet.length]
    rest = Math.floor(rest / alphabet.length)
  }
  return code
}

/** The link with this number (from 0). */
export function madeUpLink(index: number): MadeUpLink {
  const random = randomsOf(index)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string
  // Squared, so that some words are much more common than others.
  const word = () => words[Math.floor(random() ** 2 * words.length)] as string
  const number = (below: number) => Math.floor(random() * below)

  const host = `${random() < 0.4 ? 'www.' : ''}${word()}${random() < 0.6 ? word() : ''}.${pick(endings)}`
  const slug = Array.from({ length: 1 + number(4) }, word).join('-')
  const tail =
    random() < 0.5 ? `${slug}-${number(1_000_000)}` : `${2015 + number(12)}/${1 + number(12)}/${slug}`
  const query =
    random() < 0.35
      ? `?utm_source=${pick(sources)}&utm_campaign=${word()}_${2020 + number(7)}`
      : random() < 0.2
        ? `?id=${number(2 ** 32).toString(16)}`
        : ''
  const title = random() < 0.2 ? '' : Array.from({ length: 2 + number(5) }, word).join(' ')
  return {
    code: codeOf(index),
    longUrl: `https://${host}/${pick(sections)}/${tail}${query}`,
    title: title.charAt(0).toUpperCase() + title.slice(1),
  }
}
