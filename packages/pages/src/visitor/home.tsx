// The root page of an instance: what this place is, for people who came without a link.
import { Mark } from '../brand.tsx'
import { linkableAddress } from '../web-address.ts'
import type { Words } from '../words/words.ts'
import { Icon } from './icons.tsx'

const sameSite = /^\/(?![/\\])/

type HomeProps = { words: Words['home']; docsUrl: string; dashboardUrl: string }

export const Home = ({ words, docsUrl, dashboardUrl }: HomeProps) => {
  const [docs, dashboard] = [docsUrl, dashboardUrl].map((address) =>
    sameSite.test(address) ? address : linkableAddress(address),
  )
  return (
    <>
      <Mark />
      <h1>{words.title}</h1>
      <p class="text">{words.text}</p>
      <ul class="features">
        {words.features.map(({ icon, title, text }) => (
          <li>
            <Icon name={icon} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p class="action choices">
        {dashboard ? (
          <a class="button" href={dashboard}>
            {words.signIn}
          </a>
        ) : null}
        {docs ? <a href={docs}>{words.docs}</a> : null}
      </p>
      <p class="small">{words.arrivedByMistake}</p>
    </>
  )
}
