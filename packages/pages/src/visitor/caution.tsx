// Shows where a link leads before a visitor goes there, and why: its owner is new here, or the address may be deceptive.
import { Hidden } from '../forms/form-page.tsx'
import type { VisitorMessages } from '../messages.ts'
import { Notice } from './layout.tsx'
import { Address } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

type CautionProps = { messages: VisitorMessages['caution']; page: VisitorPage & { kind: 'caution' } }

export const Caution = ({ messages, page: { because, address, reportUrl, sent } }: CautionProps) => (
  <Notice
    icon={because === 'look_alike' ? 'fault' : 'eye'}
    title={messages.title}
    text={messages.because[because]}
  >
    <dl class="panel">
      <dt>{messages.destination}</dt>
      <dd>
        <Address text={address} />
      </dd>
    </dl>
    <p class="text">{messages.advice}</p>
    <form class="action" method="post">
      <Hidden fields={sent} />
      <button class="button" type="submit" name="onward" value="yes">
        {messages.submit}
      </button>
    </form>
    <p class="small">
      {messages.decline}{' '}
      <a href={reportUrl} rel="nofollow">
        {messages.report}
      </a>
    </p>
  </Notice>
)
