// The home page of an instance, for people who came without a link.
import { Mark } from '../brand.tsx'
import type { VisitorMessages } from '../messages.ts'
import { linkableAddress } from '../web-address.ts'
import { Icon } from './icons.tsx'

const sameSite = /^\/(?![/\\])/

type HomeProps = { messages: VisitorMessages['home']; docsUrl: string; dashboardUrl: string }

export const Home = ({ messages, docsUrl, dashboardUrl }: HomeProps) => {
  const [docs, dashboard] = [docsUrl, dashboardUrl].map((address) =>
    sameSite.test(address) ? address : linkableAddress(address),
  )
  return (
    <>
      <Mark />
      <h1>{messages.title}</h1>
      <p class="text">{messages.text}</p>
      <ul class="features">
        {Object.entries(messages.features).map(([icon, { title, text }]) => (
          <li>
            <Icon name={icon as keyof typeof messages.features} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p class="action choices">
        {dashboard ? (
          <a class="button" href={dashboard}>
            {messages.signIn}
          </a>
        ) : null}
        {docs ? <a href={docs}>{messages.docs}</a> : null}
      </p>
      <p class="small">{messages.arrivedByMistake}</p>
    </>
  )
}
