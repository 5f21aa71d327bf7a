// Says that a destination no longer works, and offers both it and a copy at a web archive.
import type { VisitorMessages } from '../messages.ts'
import { linkableAddress } from '../web-address.ts'
import { Notice } from './layout.tsx'
import { Address } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

type BrokenProps = { messages: VisitorMessages['broken']; page: VisitorPage & { kind: 'broken' } }

export const Broken = ({ messages, page: { longUrl, archiveUrl } }: BrokenProps) => {
  const [original, archive] = [linkableAddress(longUrl), linkableAddress(archiveUrl)]
  return (
    <Notice icon="missing" title={messages.title} text={messages.text}>
      <dl class="panel">
        <dt>{messages.destination}</dt>
        <dd>
          <Address text={longUrl} />
        </dd>
      </dl>
      {archive === null ? null : (
        <p class="action">
          <a class="button" href={archive} rel="nofollow noreferrer">
            {messages.archive}
          </a>
        </p>
      )}
      {original === null ? null : (
        <p class="text">
          <a href={original} rel="nofollow noreferrer">
            {messages.original}
          </a>
        </p>
      )}
      <p class="small">{messages.note}</p>
    </Notice>
  )
}
