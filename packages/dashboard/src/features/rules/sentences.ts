// Says in a sentence when a rule holds, and where it leads.

import type { Language } from '@linnet/languages'
import { formatsIn } from '../../lib/language-formats.ts'
import { withoutScheme } from '../../lib/without-scheme.ts'
import { type EditedConditions, type EditedRule, sharesOf } from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { type RuleNames, ruleNamesIn } from './rule-names.ts'

type Words = ReturnType<typeof ruleMessages>['sentence']

const mostNamed = 3

/** Such as `If the device is a phone, and the country is Germany or Austria`. */
export function conditionSentence(when: EditedConditions, language: Language): string {
  const { sentence: words } = ruleMessages(language)
  const parts = partsOf(when, words, ruleNamesIn(language))
  return parts.length === 0 ? words.everyone : words.when(parts.join(words.and))
}

/** Such as `example.com/a`, or `70% example.com/a, 30% example.com/b`. */
export function destinationSentence(to: EditedRule['to'], language: Language): string {
  const { nowhere, shared } = ruleMessages(language)
  const formats = formatsIn(language)
  const names = to.map(({ long_url }) => withoutScheme(long_url.trim()) || nowhere)
  const shares = sharesOf(to)
  return names.length === 1
    ? (names[0] ?? nowhere)
    : names.map((name, index) => shared(formats.percent(shares[index] ?? 0), name)).join(', ')
}

/** A rule in one line, such as for comparing two versions of it. */
export function ruleLine({ name, when, to }: EditedRule, language: Language): string {
  const line = `${conditionSentence(when, language)} → ${destinationSentence(to, language)}`
  return name ? `${name}: ${line}` : line
}

/** How a rule is called in messages. */
export const ruleName = ({ name, when }: EditedRule, language: Language): string =>
  name || conditionSentence(when, language)

function partsOf(when: EditedConditions, words: Words, names: RuleNames): string[] {
  const any = (values: readonly string[]) => alternatives(values, words, names)
  const parts = [
    when.device && words.device(any(when.device.map((value) => words.deviceValues[value]))),
    when.os && systemPart(when.os, when.device !== undefined, words, any),
    when.country && words.country(any(when.country.map(names.country))),
    when.language && words.language(any(when.language.map(names.language))),
    when.browser && words.browser(any(when.browser.map(capitalized))),
    timesPart(when, words, names),
    when.from == null ? null : words.from(names.moment(when.from)),
    when.until == null ? null : words.until(names.moment(when.until)),
    when.scan === undefined ? null : when.scan ? words.scanned : words.notScanned,
    when.referer && words.referer(any(when.referer)),
    when.query && words.parameter(parameters(when.query, words, names)),
  ]
  return parts.filter((part) => typeof part === 'string')
}

/** With a kind of device before it, a system is not named by its devices. */
function systemPart(
  systems: NonNullable<EditedConditions['os']>,
  hasDevice: boolean,
  words: Words,
  any: (values: readonly string[]) => string,
): string {
  return hasDevice
    ? words.runs(any(systems.map((value) => words.systems[value])))
    : words.os(any(systems.map((value) => words.osValues[value])))
}

const capitalized = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

function alternatives(values: readonly string[], words: Words, names: RuleNames): string {
  if (values.length === 0) return words.nothing
  const named =
    values.length > mostNamed + 1
      ? [...values.slice(0, mostNamed), words.more(values.length - mostNamed)]
      : values
  return names.anyOf(named)
}

function timesPart(
  { days, hours, time_zone }: EditedConditions,
  words: Words,
  names: RuleNames,
): string | null {
  const [from, until] = hours ?? []
  const time = from && until ? words.between(from, until) : null
  const list = days && days.length > 0 ? alternatives(days.map(names.weekday), words, names) : null
  const part = time && list ? words.onDays(time, list) : (time ?? (list && words.isDay(list)))
  return part && time_zone ? words.inZone(part, time_zone.replaceAll('_', ' ')) : part
}

function parameters(query: NonNullable<EditedConditions['query']>, words: Words, names: RuleNames): string {
  const all = Object.entries(query).map(([name, value]) =>
    value === true
      ? name
      : alternatives(
          [value].flat().map((one) => `${name}=${one}`),
          words,
          names,
        ),
  )
  return all.length === 0 ? words.nothing : names.allOf(all)
}
