// Designs a QR code: a preview shows the chosen style at once; once it is saved, visitors see it too.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FormFailure } from '../../components/form-failure.tsx'
import { kitMessages } from '../../components/messages.ts'
import { Card } from '../../components/page.tsx'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { type Draft, useDraft } from '../../lib/draft.ts'
import { fieldErrorsOf } from '../../lib/failures.ts'
import { useMessages } from '../../lib/language.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { ColorField, colorPattern } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import { qrMessages } from './messages.ts'
import { PreviewCard } from './preview-card.tsx'
import { previewParameters, type QrCode, qrCodeQuery, type Subject } from './subject.ts'

// A session may request ten previews a second.
const previewDelayMilliseconds = 150

export function Designer({ subject, qrCode }: { subject: Subject; qrCode: QrCode }) {
  const { style } = qrCode
  const mayDesign = useMay(subject.kind === 'link' ? 'qr.setLink' : 'qr.setGlobal')
  // The choice is kept if the user opens another code meanwhile, or reloads.
  const draft = useDraft(`qr ${subject.kind} ${subject.id}`, { color: style.color, logo: style.logo ?? '' })
  const { color } = draft.values
  const isColor = colorPattern.test(color)
  const previewColor = useDebounced(isColor ? color : style.color, previewDelayMilliseconds)
  const preview = useQuery({
    queryKey: ['qr', 'preview', subject.kind, subject.id, previewColor, style.logo, style.logo_status],
    queryFn: ({ signal }) =>
      client.qr.preview({ ...previewParameters(subject), color: previewColor }, { signal }),
    placeholderData: (before) => before,
  })
  const darker = isColor && previewColor === color ? (preview.data?.data.darker ?? null) : null
  return (
    <>
      <PreviewCard subject={subject} qrCode={qrCode} preview={preview} isUnsaved={draft.isChanged} />
      {subject.kind === 'microsite' ? (
        <MicrositeNotice qrCode={qrCode} />
      ) : mayDesign ? (
        <StyleForm subject={subject} qrCode={qrCode} draft={draft} darker={darker} />
      ) : null}
    </>
  )
}

function MicrositeNotice({ qrCode: { name, shortUrl } }: { qrCode: QrCode }) {
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

interface StyleValues {
  color: string
  logo: string
}

interface StyleFormProps {
  subject: Subject
  qrCode: QrCode
  draft: Draft<StyleValues>
  /** A darker colour, if the chosen one is too light to scan. */
  darker: string | null
}

function StyleForm({ subject, qrCode, draft, darker }: StyleFormProps) {
  const text = useMessages(qrMessages)
  const { style, name, shortUrl } = qrCode
  const isLink = subject.kind === 'link'
  const { save, reset, isPending, error, colorError, setColor } = useStyleSaving({ subject, qrCode, draft })
  const errors = fieldErrorsOf(error)
  return (
    <Card
      title={isLink ? <span dir="auto">{name}</span> : text.all}
      description={isLink ? `${shortUrl} · ${text.linkText}` : text.allText}
      className="lg:col-start-1"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className="grid min-w-0 gap-5"
      >
        <FormFailure error={error} fields={['color', 'logo']} />
        <ColorField value={draft.values.color} error={colorError || errors.color} onChange={setColor} />
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
          style={style}
          error={errors.logo}
          onChange={(logo) => draft.set('logo', logo)}
        />
        <StyleButtons draft={draft} isPending={isPending} onReset={isLink ? reset : undefined} />
      </form>
    </Card>
  )
}

interface StyleButtonsProps {
  draft: Draft<StyleValues>
  isPending: boolean
  /** Goes back to the account's style; only a link can. */
  onReset: (() => void) | undefined
}

function StyleButtons({ draft, isPending, onReset }: StyleButtonsProps) {
  const text = useMessages(qrMessages)
  const { discard } = useMessages(kitMessages)
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={isPending}>
        {text.save}
      </Button>
      {draft.isChanged ? (
        <Button variant="quiet" onClick={draft.discard}>
          {discard}
        </Button>
      ) : null}
      {onReset ? (
        <Button disabled={isPending} onClick={onReset}>
          {text.reset}
        </Button>
      ) : null}
    </div>
  )
}

interface StyleChange {
  color?: string | null
  logo?: string | null
}

function useStyleSaving({ subject, qrCode, draft }: Omit<StyleFormProps, 'darker'>) {
  const text = useMessages(qrMessages)
  const queries = useQueryClient()
  const { style, accountStyle } = qrCode
  const [colorError, setColorError] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ change }: { change: StyleChange; notice: string }) =>
      subject.kind === 'link'
        ? client.qr.setLink({ short: subject.id, ...change })
        : client.qr.setGlobal(change),
    async onSuccess({ data }, { notice }) {
      const { queryKey } = qrCodeQuery(subject)
      queries.setQueryData(queryKey, (before) => before && { ...before, style: data })
      draft.discard()
      showToast({ title: notice })
      await queries.invalidateQueries({ queryKey: ['qr'] })
    },
  })

  function save() {
    const { color, logo } = draft.values
    const isColor = colorPattern.test(color)
    setColorError(isColor ? '' : text.invalidColor)
    if (!isColor) return
    // What is left out stays as it is: a link that follows the account's style keeps following it.
    const change: StyleChange = {
      ...('color' in draft.changes ? { color } : {}),
      ...('logo' in draft.changes || style.logo_status === 'failed' ? { logo: logo.trim() || null } : {}),
    }
    mutate({ change, notice: text.saved })
  }

  return {
    save,
    reset: () => mutate({ change: { color: null, logo: accountStyle.logo }, notice: text.resetDone }),
    isPending,
    error,
    colorError,
    setColor(color: string) {
      setColorError('')
      draft.set('color', color)
    },
  }
}
