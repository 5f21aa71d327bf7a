// What conditions of redirect rules can name, and the ids of rules: without schemas, so that the dashboard needn't load those.

export const operatingSystems = ['ios', 'android', 'windows', 'macos', 'linux', 'other'] as const
export type OperatingSystem = (typeof operatingSystems)[number]

/** As statistics name them. */
export const deviceKinds = ['desktop', 'mobile', 'tablet', 'bot', 'other'] as const
export type DeviceKind = (typeof deviceKinds)[number]

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const mostRules = 50
export const mostDestinations = 10
export const mostWeight = 1000
/** How many values a condition has at most. */
export const mostConditionValues = 50
/** How many characters of JSON the rules of a link take at most, so that a page of links is never very long. */
export const longestRules = 32_768

/** Rules and destinations are numbered within their link, from 1; a number is never used again. */
export const mostRuleNumber = 65_535

export function ruleId(number: number): string {
  return `rul_${number}`
}

export function destinationId(number: number): string {
  return `dst_${number}`
}

/** The number in the id of a rule or of a destination; null if it is not one. */
export function numberOfId(id: string, of: 'rule' | 'destination'): number | null {
  const match = /^(rul|dst)_([1-9]\d{0,4})$/.exec(id)
  const number = match && (match[1] === 'rul') === (of === 'rule') ? Number(match[2]) : 0
  return number > 0 && number <= mostRuleNumber ? number : null
}

/** The countries and territories of ISO 3166-1 by their two letters, and Kosovo, which the country database has too. */
export const countryCodes: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
  CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
  GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
  KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG
  NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
  SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE
  YT ZA ZM ZW`.split(/\s+/),
)
