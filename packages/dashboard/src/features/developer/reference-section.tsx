// Where the API is described, how to begin with it, and how many requests it takes.

import { ButtonLink, buttonClasses } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ExternalLink, FileJson } from '../../components/icons.ts'
import { Card } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { defineMessages, useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { useAddresses } from './addresses.ts'
import { developerMessages } from './messages.ts'

const messages = defineMessages({
  en: {
    about:
      'Every operation with its parameters, answers and errors, and a description for generators of clients.',
    open: 'Open the reference',
    description: 'OpenAPI description',
    base: 'Address of the API',
    copyBase: 'Copy the address',
    start: 'Quick start',
    startText: 'Make a key, put it where it says sk_live_…, and create a link:',
    startLabel: 'Create a link',
    makeKey: 'Create a key',
    limits: 'Limits',
    perMinute: (count: string) => `${count} requests a minute for each key and each token, by your plan.`,
    headers:
      'Answers tell in X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset how many are left; a 429 says in Retry-After how long to wait.',
    idempotency:
      'A request that creates takes an Idempotency-Key: sent again under the same key, it is done once.',
  },
  id: {
    about: 'Setiap operasi dengan parameter, jawaban, dan kesalahannya, serta deskripsi untuk pembuat klien.',
    open: 'Buka referensi',
    description: 'Deskripsi OpenAPI',
    base: 'Alamat API',
    copyBase: 'Salin alamat',
    start: 'Mulai cepat',
    startText: 'Buat kunci, isikan di tempat sk_live_…, lalu buat tautan:',
    startLabel: 'Buat tautan',
    makeKey: 'Buat kunci',
    limits: 'Batas',
    perMinute: (count: string) =>
      `${count} permintaan per menit untuk tiap kunci dan tiap token, menurut paket Anda.`,
    headers:
      'Jawaban menyebut sisanya di X-RateLimit-Limit, X-RateLimit-Remaining, dan X-RateLimit-Reset; 429 menyebut lama menunggu di Retry-After.',
    idempotency:
      'Permintaan yang membuat sesuatu menerima Idempotency-Key: dikirim lagi dengan kunci yang sama, hanya dikerjakan sekali.',
  },
})

export function ReferenceSection() {
  const text = useMessages(messages)
  const shared = useMessages(developerMessages)
  const { number } = useFormats()
  const { quota } = useMe()
  const { api } = useAddresses()
  return (
    <div className="grid min-w-0 gap-4">
      <Card>
        <p className="max-w-prose text-sm text-soft">{text.about}</p>
        <div className="flex flex-wrap gap-2">
          <a href={`${api}/docs`} target="_blank" rel="noreferrer" className={buttonClasses('primary')}>
            <ExternalLink />
            {text.open}
          </a>
          <a href={`${api}/openapi.json`} target="_blank" rel="noreferrer" className={buttonClasses()}>
            <FileJson />
            {text.description}
          </a>
        </div>
        <CopyField label={text.base} value={api} copyLabel={text.copyBase} />
      </Card>
      <Card
        title={text.start}
        actions={
          <ButtonLink
            size="small"
            to="/developer/{-$section}/{-$item}"
            params={{ section: undefined, item: undefined }}
          >
            {text.makeKey}
          </ButtonLink>
        }
      >
        <p className="text-sm text-soft">{text.startText}</p>
        <CodeBlock
          code={`curl ${api}/links \\\n  -H 'Authorization: Bearer sk_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"long_url": "https://example.com"}'`}
          label={text.startLabel}
          copyLabel={shared.copyCommand}
        />
      </Card>
      <Card title={text.limits}>
        <ul className="grid list-disc gap-2 pl-5 text-sm">
          <li>{text.perMinute(number(quota.requests_per_minute))}</li>
          <li>{text.headers}</li>
          <li>{text.idempotency}</li>
        </ul>
      </Card>
    </div>
  )
}
