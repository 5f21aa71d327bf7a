// The visitor pages that consist of a notice and a detail: whom to ask, what to configure, or when to try again.
import type { Language } from '@linnet/languages'
import type { VisitorMessages } from '../messages.ts'
import { afterIn } from '../time.ts'
import { Notice, TryAgain } from './layout.tsx'

type NotFoundProps = {
  messages: VisitorMessages['notFound']
  /** The code that the visitor probably meant. */
  meant: string | undefined
}

export const NotFound = ({ messages: { title, text, didYouMean }, meant }: NotFoundProps) => (
  <Notice icon="missing" title={title} text={text}>
    {meant !== undefined && (
      <>
        <p class="text">{didYouMean}</p>
        <p class="action">
          <a class="button code" href={`/${meant}`}>
            <bdi>/{meant}</bdi>
          </a>
        </p>
      </>
    )}
  </Notice>
)

export const Misdirected = ({
  messages: { title, text, operator },
}: {
  messages: VisitorMessages['misdirected']
}) => (
  <Notice icon="missing" title={title} text={text}>
    <p class="small">{operator.lead}</p>
    <dl class="panel">
      {operator.steps.map(({ setting, meaning }) => (
        <>
          <dt class={/^[A-Z_]+$/.test(setting) ? 'code' : undefined}>{setting}</dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  </Notice>
)

export const Blocked = ({ messages: { title, text, owner } }: { messages: VisitorMessages['blocked'] }) => (
  <Notice icon="blocked" title={title} text={text}>
    <p class="small">{owner}</p>
  </Notice>
)

type TooManyTriesProps = {
  messages: VisitorMessages['tooManyTries' | 'tooManyMisses']
  /** In seconds. */
  retryAfter: number
  language: Language
}

export const TooManyTries = ({
  messages: { title, text, retry, action },
  retryAfter,
  language,
}: TooManyTriesProps) => (
  <Notice icon="wait" title={title} text={`${text} ${retry(afterIn(language, retryAfter))}`}>
    <TryAgain label={action} />
  </Notice>
)

export const Unavailable = ({
  messages: { title, text, action },
}: {
  messages: VisitorMessages['unavailable']
}) => (
  <Notice icon="pause" title={title} text={text}>
    <TryAgain label={action} />
  </Notice>
)

type ServerErrorProps = { messages: VisitorMessages['error']; requestId: string }

export const ServerError = ({
  messages: { title, text, reference, action },
  requestId,
}: ServerErrorProps) => (
  <Notice icon="fault" title={title} text={text}>
    <TryAgain label={action} />
    <p class="small">
      {reference}: <bdi class="code">{requestId}</bdi>
    </p>
  </Notice>
)
