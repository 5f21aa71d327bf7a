// Shows where a link leads without going there: the full destination with its host highlighted.
import type { Language } from '@linnet/languages'
import type { VisitorMessages } from '../messages.ts'
import { agoIn, dayIn, isoOf } from '../time.ts'
import { linkableAddress, splitAddress } from '../web-address.ts'
import { Notice } from './layout.tsx'
import type { VisitorPage } from './visitor-page.ts'

/** A `data` element, so that programs can read the exact address. */
export const Address = ({ text }: { text: string }) => {
  const parts = splitAddress(text)
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
type PreviewProps = {
  messages: VisitorMessages['preview']
  language: Language
  page: VisitorPage & { kind: 'preview' }
}

export const Preview = ({ messages, language, page }: PreviewProps) => {
  const safe = splitAddress(page.longUrl) !== null
  const onward = safe ? linkableAddress(page.shortUrl) : null
  return (
    <Notice icon="eye" title={messages.title} text={messages.text}>
      <dl class="panel">
        <dt>{messages.destination}</dt>
        <dd>
          <Address text={page.longUrl} />
        </dd>
        {page.title.trim() === '' ? null : (
          <>
            <dt>{messages.name}</dt>
            <dd>
              <bdi>{page.title}</bdi>
            </dd>
          </>
        )}
        <dt>{messages.created}</dt>
        <dd>
          <Age language={language} createdAt={page.createdAt} now={page.now} justNow={messages.justNow} />
        </dd>
      </dl>
      {page.hasRules ? <p class="small">{messages.rules}</p> : null}
      {onward === null ? (
        <p class="text">{messages.unsafe}</p>
      ) : (
        <p class="action">
          <a class="button" href={onward} rel="nofollow noreferrer">
            {messages.submit}
          </a>
        </p>
      )}
      <p class="small">
        <a href={page.reportUrl} rel="nofollow">
          {messages.report}
        </a>
      </p>
    </Notice>
  )
}
