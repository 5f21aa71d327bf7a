// The root page of an instance: what this place is, for people who came without a link.
import { Mark } from '../brand.tsx'
import { linkableAddress } from '../web-address.ts'
import type { Words } from '../words/words.ts'
import { Icon } from './icons.tsx'

const sameSite = /^\/(?![/\\])/

export const Home = ({ words, docsUrl }: { words: Words['home']; docsUrl: string }) => {
  const docs = sameSite.test(docsUrl) ? docsUrl : linkableAddress(docsUrl)
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
      {docs === null ? null : (
        <p class="action">
          <a class="button" href={docs}>
            {words.docs}
          </a>
        </p>
      )}
      <p class="small">{words.arrivedByMistake}</p>
    </>
  )
}
