// Generates the map of the statistics page: the countries' outlines as SVG paths, by ISO 3166-1 alpha-2 code. To update them,
// run `npm pack world-atlas@2.0.2`, unpack it, and run `bun packages/dashboard/make-world-shapes.ts FOLDER` with that folder.
import { join, resolve } from 'node:path'
import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const [atlas] = process.argv.slice(2)
if (!atlas) throw new Error('Usage: make-world-shapes.ts FOLDER, where world-atlas is unpacked')
const read = (file: string): Promise<unknown> => Bun.file(join(atlas, file)).json()
const coarse = await read('countries-110m.json')
const fine = await read('countries-50m.json')

const width = 960
// The data only has their names: ISO 3166-1 has no code for them, or includes them in another country.
const codesByName: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' }
// ISO 3166-1: the numeric codes, which identify the outlines, each before its alpha-2 code.
const codesByNumber = new Map(
  `
    004AF 008AL 010AQ 012DZ 016AS 020AD 024AO 028AG 031AZ 032AR 036AU 040AT 044BS 048BH 050BD 051AM
    052BB 056BE 060BM 064BT 068BO 070BA 072BW 076BR 084BZ 086IO 090SB 092VG 096BN 100BG 104MM 108BI
    112BY 116KH 120CM 124CA 132CV 136KY 140CF 144LK 148TD 152CL 156CN 158TW 170CO 174KM 178CG 180CD
    184CK 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 212DM 214DO 218EC 222SV 226GQ 231ET 232ER 233EE
    234FO 238FK 239GS 242FJ 246FI 248AX 250FR 258PF 260TF 262DJ 266GA 268GE 270GM 275PS 276DE 288GH
    296KI 300GR 304GL 308GD 316GU 320GT 324GN 328GY 332HT 334HM 336VA 340HN 344HK 348HU 352IS 356IN
    360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM 392JP 398KZ 400JO 404KE 408KP 410KR 414KW 417KG
    418LA 422LB 426LS 428LV 430LR 434LY 438LI 440LT 442LU 446MO 450MG 454MW 458MY 462MV 466ML 470MT
    478MR 480MU 484MX 492MC 496MN 498MD 499ME 500MS 504MA 508MZ 512OM 516NA 520NR 524NP 528NL 531CW
    533AW 534SX 540NC 548VU 554NZ 558NI 562NE 566NG 570NU 574NF 578NO 580MP 583FM 584MH 585PW 586PK
    591PA 598PG 600PY 604PE 608PH 612PN 616PL 620PT 624GW 626TL 630PR 634QA 642RO 643RU 646RW 652BL
    654SH 659KN 660AI 662LC 663MF 666PM 670VC 674SM 678ST 682SA 686SN 688RS 690SC 694SL 702SG 703SK
    704VN 705SI 706SO 710ZA 716ZW 724ES 728SS 729SD 732EH 740SR 748SZ 752SE 756CH 760SY 762TJ 764TH
    768TG 776TO 780TT 784AE 788TN 792TR 795TM 796TC 800UG 804UA 807MK 818EG 826GB 831GG 832JE 833IM
    834TZ 840US 850VI 854BF 858UY 860UZ 862VE 876WF 882WS 887YE 894ZM
  `
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
)
// Antarctica: it has no clicks, and would take up a quarter of the map.
const antarctica = 'AQ'

interface Outline {
  code: string
  shape: GeoPermissibleObjects
}

function outlinesOf(atlas: unknown): Outline[] {
  const topology = atlas as Topology<{ countries: GeometryCollection<{ name: string }> }>
  return feature(topology, topology.objects.countries).features.flatMap((shape) => {
    const code = codeOf(shape.id, shape.properties.name)
    return code && code !== antarctica ? [{ code, shape }] : []
  })
}

function codeOf(numeric: string | number | undefined, name: string): string | undefined {
  return codesByName[name] ?? codesByNumber.get(`${numeric}`)
}

const outlines = outlinesOf(coarse)
const land = {
  type: 'FeatureCollection',
  features: outlines.map(({ shape }) => shape),
} as GeoPermissibleObjects
// Rotated a little, so that the edge of the map is in the sea between Asia and America.
const projection = geoEqualEarth().rotate([-11, 0]).fitWidth(width, land)
const path = geoPath(projection).digits(1)
const size = { width, height: Math.ceil(path.bounds(land)[1][1]) }

const shapes: Record<string, string> = {}
for (const { code, shape } of outlines) shapes[code] = (shapes[code] ?? '') + (path(shape) ?? '')
// Countries that are too small for an outline, such as Singapore and Malta, are dots.
const dots: Record<string, [number, number]> = {}
for (const { code, shape } of outlinesOf(fine)) {
  if (shapes[code] !== undefined) continue
  const [x, y] = path.centroid(shape)
  dots[code] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}

const sorted = <Value>(record: Record<string, Value>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
const file = resolve(import.meta.dir, 'src/features/statistics/charts/world-shapes.json')
await Bun.write(file, `${JSON.stringify({ size, shapes: sorted(shapes), dots: sorted(dots) }, null, 2)}\n`)
