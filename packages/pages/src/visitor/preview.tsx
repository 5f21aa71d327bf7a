// Shows where a link goes without going there: the destination in full, its host standing out.
import type { Language } from '../language.ts'
import { linkableAddress, partsOfAddress } from '../web-address.ts'
import { agoIn, dayIn, isoOf } from '../words/time.ts'
import type { Words } from '../words/words.ts'
import { Notice } from './layout.tsx'
import type { VisitorPage } from './visitor-page.ts'

/** A `data` element, so that the address stays readable by machines exactly as it was written. */
export const Address = ({ text }: { text: string }) => {
  const parts = partsOfAddress(text)
  return (
    <data class="address" value={text} translate="no">
      {parts === null ? (
        <bdi>{text}</bdi>
      ) : (
        <bdi dir="ltr">
          {parts.before}
          <strong>{parts.host}</strong>
          {parts.after}
        </bdi>
      )}
    </data>
  )
}

const Age = ({ language, createdAt, now, justNow }: AgeProps) => {
  const moment = isoOf(createdAt)
  if (moment === undefined) return null
  const ago = agoIn(language, createdAt, now) ?? justNow
  return <time datetime={moment}>{`${ago} (${dayIn(language, createdAt)})`}</time>
}

type AgeProps = { language: Language; createdAt: number; now: number; justNow: string }
type PreviewProps = { words: Words['preview']; language: Language; page: VisitorPage & { kind: 'preview' } }

export const Preview = ({ words, language, page }: PreviewProps) => {
  const safe = partsOfAddress(page.longUrl) !== null
  const onward = safe ? linkableAddress(page.shortUrl) : null
  return (
    <Notice icon="eye" title={words.title} text={words.text}>
      <dl class="panel">
        <dt>{words.destination}</dt>
        <dd>
          <Address text={page.longUrl} />
        </dd>
        {page.title.trim() === '' ? null : (
          <>
            <dt>{words.name}</dt>
            <dd>
              <bdi>{page.title}</bdi>
            </dd>
          </>
        )}
        <dt>{words.created}</dt>
        <dd>
          <Age language={language} createdAt={page.createdAt} now={page.now} justNow={words.justNow} />
        </dd>
      </dl>
      {onward === null ? (
        <p class="text">{words.unsafe}</p>
      ) : (
        <p class="action">
          <a class="button" href={onward} rel="nofollow noreferrer">
            {words.submit}
          </a>
        </p>
      )}
      <p class="small">
        <a href={page.reportUrl} rel="nofollow">
          {words.report}
        </a>
      </p>
    </Notice>
  )
}
