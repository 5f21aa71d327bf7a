// Designs a code: what is chosen is seen beside it at once, and is so for everybody when it is saved.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FormFailure } from '../../components/form-failure.tsx'
import { kitMessages } from '../../components/messages.ts'
import { Card } from '../../components/page.tsx'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { type Draft, useDraft } from '../../lib/draft.ts'
import { fieldErrorsOf } from '../../lib/failures.ts'
import { useMessages } from '../../lib/language.ts'
import { ColorField, colorPattern } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import { qrMessages } from './messages.ts'
import { PreviewCard } from './preview-card.tsx'
import { previewParameters, type QrCode, qrCodeQuery, type Subject } from './subject.ts'

// A session may ask ten times a second.
const settlingMilliseconds = 150

export function Designer({ subject, coded }: { subject: Subject; coded: QrCode }) {
  const { look } = coded
  // Whoever looks at another code meanwhile, or reloads, comes back to what was chosen.
  const draft = useDraft(`qr ${subject.kind} ${subject.id}`, { color: look.color, logo: look.logo ?? '' })
  const { color } = draft.values
  const isColor = colorPattern.test(color)
  const shown = useSettled(isColor ? color : look.color)
  const preview = useQuery({
    queryKey: ['qr', 'preview', subject.kind, subject.id, shown, look.logo, look.logo_status],
    queryFn: ({ signal }) => client.qr.preview({ ...previewParameters(subject), color: shown }, { signal }),
    placeholderData: (before) => before,
  })
  const darker = isColor && shown === color ? (preview.data?.data.darker ?? null) : null
  return (
    <>
      <PreviewCard subject={subject} coded={coded} preview={preview} isUnsaved={draft.isChanged} />
      {subject.kind === 'microsite' ? (
        <MicrositeLook coded={coded} />
      ) : (
        <Look subject={subject} coded={coded} draft={draft} darker={darker} />
      )}
    </>
  )
}

/** A value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlingMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function MicrositeLook({ coded: { name, shortUrl } }: { coded: QrCode }) {
  const text = useMessages(qrMessages)
  return (
    <Card title={<span dir="auto">{name}</span>} description={shortUrl} className="lg:col-start-1">
      <p className="text-sm text-soft">{text.micrositeText}</p>
      <ButtonLink to="/qr" search={{}} className="justify-self-start">
        {text.toAccount}
      </ButtonLink>
    </Card>
  )
}

interface LookProps {
  subject: Subject
  coded: QrCode
  draft: Draft<{ color: string; logo: string }>
  /** Where the colour is too light. */
  darker: string | null
}

interface Change {
  color?: string | null
  logo?: string | null
}

function Look({ subject, coded, draft, darker }: LookProps) {
  const text = useMessages(qrMessages)
  const { discard } = useMessages(kitMessages)
  const queries = useQueryClient()
  const { look, account, name, shortUrl } = coded
  const isLink = subject.kind === 'link'
  const [fault, setFault] = useState('')
  const saving = useMutation({
    mutationFn: ({ change }: { change: Change; said: string }) =>
      isLink ? client.qr.setLink({ short: subject.id, ...change }) : client.qr.setGlobal(change),
    async onSuccess({ data }, { said }) {
      const { queryKey } = qrCodeQuery(subject, '')
      queries.setQueryData(queryKey, (before) => before && { ...before, look: data })
      draft.discard()
      showToast({ title: said })
      await queries.invalidateQueries({ queryKey: ['qr'] })
    },
  })
  const errors = fieldErrorsOf(saving.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    const { color, logo: typed } = draft.values
    const isColor = colorPattern.test(color)
    setFault(isColor ? '' : text.invalidColor)
    if (!isColor) return
    const logo = typed.trim()
    // What is left out stays: also as the account's, where it is that.
    const change: Change = {
      ...('color' in draft.changes ? { color } : {}),
      ...('logo' in draft.changes || look.logo_status === 'failed' ? { logo: logo || null } : {}),
    }
    saving.mutate({ change, said: text.saved })
  }

  return (
    <Card
      title={isLink ? <span dir="auto">{name}</span> : text.all}
      description={isLink ? `${shortUrl} · ${text.linkText}` : text.allText}
      className="lg:col-start-1"
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-5">
        <FormFailure error={saving.error} fields={['color', 'logo']} />
        <ColorField
          value={draft.values.color}
          error={fault || errors.color}
          onChange={(color) => {
            setFault('')
            draft.set('color', color)
          }}
        />
        {darker === null ? null : (
          <Notice kind="warn">
            <p>{text.faint}</p>
            <Button size="small" className="mt-2" onClick={() => draft.set('color', darker)}>
              {text.darken}
            </Button>
          </Notice>
        )}
        <LogoField
          value={draft.values.logo}
          look={look}
          error={errors.logo}
          onChange={(logo) => draft.set('logo', logo)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={saving.isPending}>
            {text.save}
          </Button>
          {draft.isChanged ? (
            <Button look="quiet" onClick={draft.discard}>
              {discard}
            </Button>
          ) : null}
          {isLink ? (
            <Button
              disabled={saving.isPending}
              onClick={() =>
                saving.mutate({ change: { color: null, logo: account.logo }, said: text.resetDone })
              }
            >
              {text.reset}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}
