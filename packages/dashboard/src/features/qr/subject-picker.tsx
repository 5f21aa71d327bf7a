// Chooses which code is designed: that of the account, or a link's, found by title, short code or destination.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Field, TextInput } from '../../components/field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { client } from '../../lib/client.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { useMessages } from '../../lib/language.ts'
import { qrMessages } from './messages.ts'
import type { Subject } from './subject.ts'

const mostShown = 5
const pauseMilliseconds = 200

export function SubjectPicker({ subject }: { subject: Subject }) {
  const text = useMessages(qrMessages)
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), pauseMilliseconds)
  const links = useQuery({
    queryKey: ['links', 'qr', search],
    queryFn: ({ signal }) =>
      client.links.list({ ...(search ? { search } : {}), limit: mostShown }, { signal }),
    placeholderData: (before) => before,
  })
  return (
    <Card title={text.which} className="lg:col-start-1">
      {subject.kind === 'account' ? null : (
        <Choice isChosen={false} search={{}} title={text.all} detail={text.allText} />
      )}
      <Field label={text.find} hint={text.findHint}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Loaded query={links} heights={['h-44']}>
        {({ data: list }) =>
          list.length > 0 ? (
            <div className="grid gap-2">
              <h3 className="text-xs font-medium text-soft">{search ? text.found : text.recent}</h3>
              <ul className="grid gap-1">
                {list.map((link) => (
                  <li key={link.id}>
                    <Choice
                      isChosen={subject.kind === 'link' && subject.id === link.id}
                      search={{ link: link.id }}
                      title={link.title || link.short}
                      detail={link.short_url}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <p className="text-sm text-soft">{search ? text.none : text.noLinks}</p>
          )
        }
      </Loaded>
    </Card>
  )
}

interface ChoiceProps {
  isChosen: boolean
  search: { link?: string }
  title: string
  detail: string
}

function Choice({ isChosen, search, title, detail }: ChoiceProps) {
  return (
    <Link
      to="/qr"
      search={search}
      aria-current={isChosen ? 'true' : undefined}
      resetScroll={false}
      className={clsx(
        'grid min-h-11 min-w-0 content-center rounded-control border px-3 py-2 transition-colors',
        isChosen ? 'border-accent bg-tint' : 'border-line hover:bg-sunken',
      )}
    >
      <span dir="auto" className="truncate text-sm font-medium">
        {title}
      </span>
      <span className={clsx('truncate text-sm', isChosen ? 'text-ink' : 'text-soft')}>{detail}</span>
    </Link>
  )
}
