// The placements of a link: their clicks, addresses and QR codes. Names are planned here before the first click.
import type { Link, LinkPlacements, Placement } from '@linnet/contract'
import { foldedName } from '@linnet/contract/folded-names'
import { longestPlacement, mostPlacements } from '@linnet/contract/placement-names'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { Printer } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Menu } from '../../../components/menu.tsx'
import { Badge } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { imageFile } from '../../qr/image-files.ts'
import { placementMessages } from './messages.ts'
import { placementsQuery } from './placements-query.ts'

const pngWidth = 1024

export function PlacementList({ link }: { link: Link }) {
  const text = useMessages(placementMessages)
  const query = useQuery(placementsQuery(link.id))
  return (
    <>
      <p className="text-sm text-soft">{text.hint}</p>
      <Loaded query={query}>{(loaded) => <Placements link={link} loaded={loaded} />}</Loaded>
    </>
  )
}

function Placements({ link, loaded: { placements, other } }: { link: Link; loaded: LinkPlacements }) {
  const text = useMessages(placementMessages)
  const formats = useFormats()
  const mayPlan = useMay('placements.plan')
  const plan = usePlan(link.id)
  const planned = placements.filter((one) => one.planned).map(({ name }) => name)
  const clicksOf = (clicks: number) => (clicks === 1 ? text.oneClick : text.clicks(formats.number(clicks)))
  return (
    <>
      {mayPlan ? <AddPlacement planned={planned} plan={plan} /> : null}
      {placements.length === 0 && other === 0 ? (
        <p className="text-sm text-soft">{text.none}</p>
      ) : (
        <div className="grid gap-2">
          <ul aria-label={text.list} className="divide-y divide-line rounded-control border border-line">
            {placements.map((placement) => (
              <PlacementRow
                key={placement.name}
                link={link}
                placement={placement}
                clicks={clicksOf(placement.clicks)}
                onPlan={
                  mayPlan
                    ? () =>
                        plan.mutate(
                          placement.planned
                            ? planned.filter((name) => name !== placement.name)
                            : [...planned, placement.name],
                        )
                    : undefined
                }
              />
            ))}
            {other > 0 ? (
              <li className="flex min-h-11 items-center justify-between gap-3 px-3 text-sm text-soft">
                <span>{text.other}</span>
                <span className="tabular-nums">{clicksOf(other)}</span>
              </li>
            ) : null}
          </ul>
          <p className="text-sm text-soft">{text.lastDays}</p>
        </div>
      )}
      {placements.length > 0 ? (
        <ButtonLink
          to="/links/sheet"
          search={{ link: link.id } as never}
          size="small"
          className="justify-self-start"
        >
          <Printer />
          {text.print}
        </ButtonLink>
      ) : null}
    </>
  )
}

function usePlan(id: string) {
  const language = useLanguage()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (names: string[]) => client.placements.plan({ short: id, names }),
    onError: (error) => showToast({ kind: 'bad', title: messageOf(error, language) }),
    onSuccess: () => queries.invalidateQueries(placementsQuery(id)),
  })
}

function AddPlacement({ planned, plan }: { planned: string[]; plan: ReturnType<typeof usePlan> }) {
  const text = useMessages(placementMessages)
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const refused = Object.values(fieldErrorsOf(plan.error))[0]

  function add() {
    if (name.trim() === '') return
    const isKnown = planned.some((one) => foldedName(one) === foldedName(name.trim()))
    const found = isKnown ? text.duplicate : planned.length >= mostPlacements ? text.full : ''
    setFault(found)
    if (found === '') plan.mutate([...planned, name], { onSuccess: () => setName('') })
  }

  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field label={text.name} hint={text.nameHint} error={fault || refused} className="min-w-0 flex-1">
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={2 * longestPlacement}
            value={name}
            onChange={({ target }) => {
              setFault('')
              setName(target.value)
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={plan.isPending} className="mt-6.5">
        {text.add}
      </Button>
    </form>
  )
}

interface PlacementRowProps {
  link: Link
  placement: Placement
  clicks: string
  /** Plans the name, or takes it out of the plan; undefined for those who may not. */
  onPlan: (() => void) | undefined
}

function PlacementRow({ link, placement, clicks, onPlan }: PlacementRowProps) {
  const text = useMessages(placementMessages)
  const language = useLanguage()
  const { name, planned, short_url } = placement

  async function download(format: 'svg' | 'png') {
    try {
      const subject = { kind: 'link', id: link.id, placement: name } as const
      saveFile(await imageFile(subject, format, pngWidth), `${link.short}-${fileName(name)}.${format}`)
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    }
  }

  return (
    <li className="flex min-h-12 items-center gap-2 pr-1 pl-3 text-sm">
      <span className="grid min-w-0 flex-1">
        <bdi className="truncate font-medium" title={name}>
          {name}
        </bdi>
        <bdi className="truncate text-soft" title={short_url}>
          {`?via=${short_url.split('?via=')[1] ?? ''}`}
        </bdi>
      </span>
      {planned ? null : <Badge>{text.fromVisitors}</Badge>}
      <span className="shrink-0 text-soft tabular-nums">{clicks}</span>
      <CopyButton text={short_url} label={text.copy(name)} />
      <Menu
        label={text.more(name)}
        actions={[
          { label: text.svg, onSelect: () => void download('svg') },
          { label: text.png, onSelect: () => void download('png') },
          ...(onPlan ? [{ label: planned ? text.remove : text.keep, onSelect: onPlan }] : []),
        ]}
      />
    </li>
  )
}

/** A name that every file system takes. */
function fileName(name: string): string {
  const plain = (name.match(/[\p{L}\p{N}]+/gu) ?? []).join('-')
  return plain.slice(0, 40) || 'placement'
}
