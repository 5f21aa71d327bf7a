// CV: who somebody is and what they did, to be read on the page and to be printed.
import { Drawing } from '../icons/icon.tsx'
import type { Language } from '../language.ts'
import { tapAddress } from '../microsite/microsite-page.ts'
import type { ComponentView } from './component.ts'
import { kindWords } from './kind-words.ts'
import { mailLink, telLink } from './reach.ts'

export const cv: ComponentView<'CV'> = {
  styles: `
.cv{padding:1.5rem;border:1px solid var(--line);border-radius:var(--card-radius);background:var(--surface);text-align:start;overflow-wrap:anywhere}
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
.cv .skills li{padding:.25rem .75rem;border:1px solid var(--line);border-radius:2rem;font-size:.9375rem}
.cv button{display:flex;align-items:center;gap:.5rem;margin-top:1.5rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:2rem;background:none;color:inherit;font:inherit;cursor:pointer}
.cv button[hidden]{display:none}
.cv button:hover{border-color:currentColor}
@media print{
@page{size:A4;margin:18mm}
body:has(.cv){background:#fff}
body:has(.cv) :not(:has(.cv),.cv,.cv *,style,head){display:none}
body:has(.cv) .cv{padding:0;border:0;background:none;color:#000;font-size:11pt}
.cv .reach,.cv .when{color:#333}
.cv h3,.cv ol>li{break-after:avoid;break-inside:avoid}
.cv button{display:none}
}`,
  draw({ fullName, email, phone, summary, experiences = [], educations = [], skills = [] }, context) {
    const words = kindWords(context.language).cv
    const known = skills
      .map((skill) => (typeof skill === 'string' ? skill : (skill.name ?? '')).trim())
      .filter((name) => name !== '')
    const isEmpty = ![fullName, email, phone, summary].some(Boolean)
    if (isEmpty && experiences.length + educations.length + known.length === 0) return null
    const tap = tapAddress(context.page, context.component)
    return (
      <article class="cv" aria-label={fullName || words.name}>
        {fullName ? <h2 dir="auto">{fullName}</h2> : null}
        {email || phone ? (
          <p class="reach">
            {email ? <Reach link={mailLink(email)} text={email} tap={tap} /> : null}
            {phone ? <Reach link={telLink(phone)} text={phone} tap={tap} /> : null}
          </p>
        ) : null}
        {summary ? <p dir="auto">{summary}</p> : null}
        <Stations
          title={words.experience}
          language={context.language}
          stations={experiences.map(({ position, ...rest }) => ({ what: position, ...rest }))}
        />
        <Stations
          title={words.education}
          language={context.language}
          stations={educations.map(({ degree, ...rest }) => ({ what: degree, ...rest }))}
        />
        {known.length > 0 ? (
          <section>
            <h3>{words.skills}</h3>
            <ul class="skills">
              {known.map((skill) => (
                <li dir="auto">{skill}</li>
              ))}
            </ul>
          </section>
        ) : null}
        <button type="button" data-print hidden>
          <Drawing name="print" />
          {words.print}
        </button>
      </article>
    )
  },
  needsScript: () => true,
}

const Reach = ({ link, text, tap }: { link: string | null; text: string; tap: string }) =>
  link === null ? (
    <span dir="auto">{text}</span>
  ) : (
    <a href={link} data-tap={tap}>
      <bdi>{text}</bdi>
    </a>
  )

type Station = Partial<Record<'name' | 'what' | 'description' | 'location' | 'startDate' | 'endDate', string>>
type StationsProps = { title: string; language: Language; stations: readonly Station[] }

function Stations({ title, language, stations }: StationsProps) {
  const known = stations.filter((station) => Object.values(station).some(Boolean))
  if (known.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ol>
        {known.map(({ name, what, description, location, startDate, endDate }) => {
          const time = [startDate, endDate]
            .filter((date) => date !== undefined && date !== '')
            .map((date) => monthIn(language, date as string))
            .join(' – ')
          const when = [time, location].filter(Boolean).join(' · ')
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

/** `March 2021` of `2021-03` or `2021-03-15`; any other text as it was typed. */
function monthIn(language: Language, text: string): string {
  const month = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-\d{2})?$/.exec(text.trim())?.[1]
  if (month === undefined) return text
  const locale = language === 'en' ? 'en-GB' : 'id-ID'
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
}
