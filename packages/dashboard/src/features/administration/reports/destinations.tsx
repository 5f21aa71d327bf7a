// Every place that a link leads to now, and those of an earlier time if they differ. None of them is a link.
import { CopyButton } from '../../../components/copy-button.tsx'
import { ChevronRight } from '../../../components/icons.ts'
import { Badge } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { Detail } from './detail.tsx'
import { reportMessages } from './report-messages.ts'

const shownAtOnce = 3

interface DestinationsProps {
  /** The main destination first. */
  now: readonly string[]
  /** The same at the earlier time; null if it isn't known. */
  then: readonly string[] | null
  /** How the list of the earlier time is called. */
  thenName: string
}

export function Destinations({ now, then, thenName }: DestinationsProps) {
  const text = useMessages(reportMessages)
  const marked = (addresses: readonly string[], others: readonly string[], mark: string): Marked[] => {
    const known = new Set(others)
    return addresses.map((address) => ({ address, mark: known.has(address) ? null : mark }))
  }
  const [main, ...others] = marked(now, then ?? now, text.addedSince)
  const former = marked(then ?? [], now, text.removedSince)
  const hasChanged =
    then !== null && (then[0] !== now[0] || [...others, ...former].some(({ mark }) => mark !== null))
  return (
    <>
      {main ? <Addresses name={text.destination} addresses={[main]} /> : null}
      <Addresses name={text.mayLeadTo} addresses={others.toSorted(changedFirst)} />
      <Addresses name={thenName} addresses={hasChanged ? former.toSorted(changedFirst) : []} />
    </>
  )
}

interface Marked {
  address: string
  /** What has happened to it between the two times; null: nothing. */
  mark: string | null
}

/** So that what the owner has added or removed isn't hidden in the fold of a long list. */
const changedFirst = (one: Marked, other: Marked) => rank(one) - rank(other)
const rank = ({ mark }: Marked): number => (mark === null ? 1 : 0)

function Addresses({ name, addresses }: { name: string; addresses: readonly Marked[] }) {
  const text = useMessages(reportMessages)
  const formats = useFormats()
  if (addresses.length === 0) return null
  const more = addresses.slice(shownAtOnce)
  return (
    <Detail name={name}>
      <div className="my-0! grid min-w-0 grid-cols-[minmax(0,1fr)]">
        <AddressList addresses={addresses.slice(0, shownAtOnce)} />
        {more.length > 0 ? (
          <details className="group">
            <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-control text-soft">
              <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" />
              {text.moreDestinations(formats.number(more.length))}
            </summary>
            <AddressList addresses={more} />
          </details>
        ) : null}
      </div>
    </Detail>
  )
}

function AddressList({ addresses }: { addresses: readonly Marked[] }) {
  const text = useMessages(reportMessages)
  return (
    <ul>
      {addresses.map(({ address, mark }) => (
        <li key={address} className="flex min-h-8 items-start gap-1">
          <span
            dir="ltr"
            translate="no"
            title={address}
            className="my-1.5 line-clamp-3 min-w-0 font-mono text-[0.8125rem] break-all"
          >
            {address}
          </span>
          <CopyButton text={address} label={text.copyDestination} />
          {mark === null ? null : (
            <span className="my-1 shrink-0">
              <Badge variant="warn">{mark}</Badge>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
