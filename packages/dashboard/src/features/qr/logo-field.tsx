// Chooses a logo, by the URL of any image or from the uploaded images, and shows whether it could be fetched.
import type { QrSettings } from '@linnet/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { Notice } from '../../components/states.tsx'
import { client } from '../../lib/client.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { qrMessages } from './messages.ts'

const mostImages = 12

export const imagesQuery = queryOptions({
  queryKey: ['images', 'logos'],
  queryFn: ({ signal }) => client.assets.list({ limit: mostImages }, { signal }),
})

interface LogoFieldProps {
  value: string
  style: QrSettings
  error?: string
  onChange(logo: string): void
}

export function LogoField({ value, style, error, onChange }: LogoFieldProps) {
  const text = useMessages(qrMessages)
  return (
    <div className="grid gap-2.5">
      <Field label={text.logo} hint={text.logoHint} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              inputMode="url"
              spellCheck={false}
              autoCapitalize="none"
              placeholder="https://example.com/logo.png"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            {value ? <Button onClick={() => onChange('')}>{text.noLogo}</Button> : null}
          </div>
        )}
      </Field>
      {value !== '' && value === style.logo ? <LogoStatus status={style.logo_status} /> : null}
      <UploadedImages chosen={value} onChoose={onChange} />
    </div>
  )
}

function LogoStatus({ status }: { status: QrSettings['logo_status'] }) {
  const text = useMessages(qrMessages)
  if (status === 'pending') return <Notice kind="plain">{text.logoPending}</Notice>
  if (status === 'ready') return <Notice kind="good">{text.logoReady}</Notice>
  return status === 'failed' ? <Notice kind="bad">{text.logoFailed}</Notice> : null
}

function UploadedImages({ chosen, onChoose }: { chosen: string; onChoose(url: string): void }) {
  const text = useMessages(qrMessages)
  const { short_origin } = useMe()
  const images = useQuery(imagesQuery)
  // Without images, or if they could not be loaded, a URL still works.
  const list = images.data?.data ?? []
  if (list.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-2 text-xs font-medium text-soft">{text.images}</legend>
      <div className="flex flex-wrap gap-2">
        {list.map(({ id, path, title, variants }) => {
          const url = short_origin + path
          const small = variants.toSorted((a, b) => a.width - b.width)[0]?.path ?? path
          return (
            <button
              key={id}
              type="button"
              aria-label={text.imageNamed(title || text.unnamed)}
              aria-pressed={chosen === url}
              onClick={() => onChoose(url)}
              className="size-14 overflow-hidden rounded-control border border-line bg-white p-1 ring-offset-2 ring-offset-surface aria-pressed:ring-2 aria-pressed:ring-accent"
            >
              <img src={short_origin + small} alt="" loading="lazy" className="size-full object-contain" />
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
