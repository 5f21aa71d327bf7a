// Shows where a link leads before anybody goes there, and why: its owner is new here, or the address may deceive.
import { Hidden } from '../forms/form-page.tsx'
import type { Words } from '../words/words.ts'
import { Notice } from './layout.tsx'
import { Address } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

type CautionProps = { words: Words['caution']; page: VisitorPage & { kind: 'caution' } }

export const Caution = ({ words, page: { because, address, reportUrl, sent } }: CautionProps) => (
  <Notice icon={because === 'look_alike' ? 'fault' : 'eye'} title={words.title} text={words.because[because]}>
    <dl class="panel">
      <dt>{words.destination}</dt>
      <dd>
        <Address text={address} />
      </dd>
    </dl>
    <p class="text">{words.advice}</p>
    <form class="action" method="post">
      <Hidden fields={sent} />
      <button class="button" type="submit" name="onward" value="yes">
        {words.submit}
      </button>
    </form>
    <p class="small">
      {words.decline}{' '}
      <a href={reportUrl} rel="nofollow">
        {words.report}
      </a>
    </p>
  </Notice>
)
