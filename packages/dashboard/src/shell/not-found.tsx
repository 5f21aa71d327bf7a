// The page for unknown URLs of the dashboard.

import { messagesFor } from '@linnet/languages'
import { notFound } from '@linnet/languages/en/shell/not-found'
import { ButtonLink } from '../components/button.tsx'
import { Compass } from '../components/icons.ts'
import { Page } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { useMessages } from '../lib/language.ts'

const messages = messagesFor('notFound', notFound)

export function NotFound() {
  const { title, what, back } = useMessages(messages)
  return (
    <Page title={title}>
      <Empty icon={<Compass />} title={what} action={<ButtonLink to="/links">{back}</ButtonLink>} />
    </Page>
  )
}
