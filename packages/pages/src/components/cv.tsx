// CV: somebody's profile and career, for reading on the page and for printing.
import type { ComponentData } from '@linnet/contract'
import { type Language, languages } from '@linnet/languages'
import { ThingIcon } from '../icons/symbols.tsx'
import { tapAddress } from '../microsite/microsite-page.ts'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'
import { mailLink, telLink } from './reach.ts'
import { visibleText } from './visible-text.ts'

export const cv: ComponentView<'CV'> = {
  styles: `
.part-CV{break-inside:auto}
.cv{text-align:start}
.cv h2{margin:0;font-size:1.5rem;line-height:1.2}
.cv h3{margin:1.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:2px solid var(--accent);font-size:1.0625rem}
.cv p{margin:.75rem 0 0;white-space:pre-line}
.cv .reach{display:flex;flex-wrap:wrap;gap:.125rem 1.25rem;color:var(--soft)}
.cv .reach a{color:inherit}
.cv ol,.cv .skills{margin:0;padding:0;list-style:none}
.cv ol>li{position:relative;padding-inline-start:1.125rem;border-inline-start:2px solid var(--line);padding-bottom:1rem}
.cv ol>li::before{content:"";position:absolute;inset-inline-start:-.375rem;top:.4375rem;width:.625rem;height:.625rem;border-radius:50%;background:var(--accent)}
.cv ol>li:last-child{padding-bottom:0}
.cv ol b,.cv ol span{display:block}
.cv ol p{margin-top:.375rem}
.cv .when{color:var(--soft);font-size:.875rem}
.cv .skills{display:flex;flex-wrap:wrap;gap:.5rem}
.cv .skills li{padding:.25rem .75rem;border:1px solid var(--line);border-radius:var(--radius);font-size:.9375rem}
.cv .skills small{margin-inline-start:.5rem;color:var(--soft);font-size:.8125rem}
.cv button{display:flex;align-items:center;gap:.5rem;margin-top:1.5rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:var(--radius);background:none;color:inherit;font:inherit;cursor:pointer}
.cv button[hidden]{display:none}
.cv button:hover{border-color:currentColor}
@media print{
@page{size:A4;margin:18mm}
body:has(.cv){background:#fff}
body:has(.cv) *:not(:has(.cv),.cv,.cv *){display:none}
body:has(.cv) .cv{padding:0 .375rem;border:0;box-shadow:none;background:none;color:#000;font-size:11pt}
.cv h3{border-color:#999}
.cv h3,.cv ol>li{break-after:avoid;break-inside:avoid}
.cv button{display:none}
}`,
  render(data, context) {
    const messages = kindMessages(context.language).cv
    const fields = [data.fullName, data.email, data.phone, data.summary].map(visibleText)
    const [fullName, email, phone, summary] = fields
    const stations = {
      experiences: stationsOf(
        data.experiences?.map(({ position, ...rest }) => ({ what: position, ...rest })),
      ),
      educations: stationsOf(
        data.educations?.map(({ degree, major, ...rest }) => ({
          what: [degree, major].flatMap((text) => visibleText(text) ?? []).join(', '),
          ...rest,
        })),
      ),
    }
    const skills = (data.skills ?? []).flatMap((skill) => skillOf(skill) ?? [])
    const lists = [stations.experiences, stations.educations, skills]
    if (fields.every((field) => field === undefined) && lists.every(({ length }) => length === 0)) return null
    const tap = tapAddress(context.page, context.component)
    return (
      <article class="card cv" aria-label={fullName || messages.name}>
        {fullName ? <h2 dir="auto">{fullName}</h2> : null}
        {email || phone ? (
          <p class="reach">
            {email ? <ContactLink link={mailLink(email)} text={email} tap={tap} /> : null}
            {phone ? <ContactLink link={telLink(phone)} text={phone} tap={tap} /> : null}
          </p>
        ) : null}
        {summary ? <p dir="auto">{summary}</p> : null}
        <Stations
          title={messages.experience}
          stations={stations.experiences}
          language={context.language}
          openEnd={messages.present}
        />
        <Stations title={messages.education} stations={stations.educations} language={context.language} />
        {skills.length > 0 ? (
          <section>
            <h3>{messages.skills}</h3>
            <ul class="skills">
              {skills.map(({ name, level }) => (
                <li dir="auto">
                  {name}
                  {level === undefined ? null : <small>{level}</small>}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <button type="button" data-print hidden>
          <ThingIcon name="print" />
          {messages.print}
        </button>
      </article>
    )
  },
  needsScript: () => true,
}

type Skill = NonNullable<ComponentData<'CV'>['skills']>[number]

/** Null if nothing in it is visible. */
function skillOf(skill: Skill): { name: string; level: string | undefined } | null {
  const { name, level } = typeof skill === 'string' ? { name: skill } : skill
  const [shown, known] = [visibleText(name), visibleText(level === undefined ? undefined : String(level))]
  return shown === undefined ? null : { name: shown, level: known }
}

const ContactLink = ({ link, text, tap }: { link: string | null; text: string; tap: string }) =>
  link === null ? (
    <span dir="auto">{text}</span>
  ) : (
    <a href={link} data-tap={tap}>
      <bdi>{text}</bdi>
    </a>
  )

type Station = Partial<Record<'name' | 'what' | 'description' | 'location' | 'startDate' | 'endDate', string>>
type StationsProps = {
  title: string
  language: Language
  stations: readonly Station[]
  /** The label for a missing end. */
  openEnd?: string
}

const stationsOf = (stations: readonly Station[] = []): Station[] =>
  stations.filter((station) => Object.values(station).some((text) => visibleText(text) !== undefined))

function Stations({ title, language, stations, openEnd }: StationsProps) {
  if (stations.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ol>
        {stations.map(({ name, what, description, location, startDate, endDate }) => {
          const [start, end] = [visibleText(startDate), visibleText(endDate)]
          const last = end ?? (start !== undefined && !isSpan(start) ? openEnd : undefined)
          const time = [start, last]
            .flatMap((date) => (date === undefined ? [] : monthIn(language, date)))
            .join(' – ')
          const when = [time, visibleText(location)].filter(Boolean).join(' · ')
          return (
            <li>
              <b dir="auto">{what || name}</b>
              {what && name ? <span dir="auto">{name}</span> : null}
              {when ? (
                <span class="when" dir="auto">
                  {when}
                </span>
              ) : null}
              {description ? <p dir="auto">{description}</p> : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Whether a typed start includes the end, as `2017–2019` does. */
const isSpan = (text: string) => /[–—]|\s-|\d{4}\s*-\s*\d{4}/.test(text)

/** `March 2021` of `2021-03` or `2021-03-15`; any other text unchanged. */
function monthIn(language: Language, text: string): string {
  const month = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-\d{2})?$/.exec(text.trim())?.[1]
  if (month === undefined) return text
  const locale = languages[language].locale
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
}
