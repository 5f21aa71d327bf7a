// The page for unknown URLs of the dashboard.

import { ButtonLink } from '../components/button.tsx'
import { Compass } from '../components/icons.ts'
import { Page } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { defineMessages, useMessages } from '../lib/language.ts'

const messages = defineMessages({
  en: { title: 'Nothing here', what: 'There is no page at this address.', back: 'To your links' },
  id: { title: 'Tidak ada apa-apa', what: 'Tidak ada halaman di alamat ini.', back: 'Ke tautan Anda' },
})

export function NotFound() {
  const { title, what, back } = useMessages(messages)
  return (
    <Page title={title}>
      <Empty icon={<Compass />} title={what} action={<ButtonLink to="/links">{back}</ButtonLink>} />
    </Page>
  )
}
