// The DNS records that a domain needs, ready to copy, and what the name servers return for them.
import type { Domain, DomainRecords } from '@linnet/contract'
import { clsx } from 'clsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { CircleCheck, CircleDashed } from '../../../components/icons.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { domainMessages } from './domain-messages.ts'

interface RecordsProps {
  domain: Domain
  /** What the name servers returned; undefined before the first check. */
  checked?: DomainRecords | undefined
}

interface NeededRecord {
  type: string
  name: string
  value: string
  why: string
  right?: boolean
  found?: string[]
}

export function DomainRecordsTable({ domain, checked }: RecordsProps) {
  const text = useMessages(domainMessages)
  const { short_origin } = useMe()
  const records: NeededRecord[] = [
    {
      ...domain.record,
      why: text.proofWhy,
      right: domain.verified || checked?.proof.right,
      found: checked?.proof.found,
    },
    {
      type: 'CNAME',
      name: domain.domain,
      value: checked?.address.expected ?? new URL(short_origin).hostname,
      why: text.addressWhy,
      right: checked?.address.leads_here,
      found: checked?.address.found,
    },
  ]
  return (
    <div className="grid gap-3">
      <p className="text-sm">{text.how}</p>
      <table className="block w-full text-left text-sm sm:table">
        <caption className="sr-only">{text.recordsOf(domain.domain)}</caption>
        <thead className="hidden border-b border-line text-soft sm:table-header-group">
          <tr>
            <th scope="col" className="w-20 py-2 font-medium">
              {text.type}
            </th>
            <th scope="col" className="w-2/5 py-2 font-medium">
              {text.name}
            </th>
            <th scope="col" className="py-2 font-medium">
              {text.value}
            </th>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line sm:table-row-group">
          {records.map((record) => (
            <RecordRow key={record.type} record={record} />
          ))}
        </tbody>
      </table>
      <p className="text-sm text-soft">{text.bareDomain}</p>
    </div>
  )
}

function RecordRow({ record }: { record: NeededRecord }) {
  const text = useMessages(domainMessages)
  const formats = useFormats()
  const { type, name, value, why, right, found } = record
  const cell = 'block py-1 align-top sm:table-cell sm:py-3 sm:pr-3'
  const label = 'text-soft sm:hidden'
  return (
    <tr className="block py-3 sm:table-row">
      <th scope="row" className={clsx(cell, 'font-semibold')}>
        {type}
      </th>
      <td className={cell}>
        <span className={label}>{text.name}</span>
        <Copyable text={name} label={`${text.copyName}: ${type}`} />
        <span className="block text-xs text-soft">{why}</span>
      </td>
      <td className={cell}>
        <span className={label}>{text.value}</span>
        <Copyable text={value} label={`${text.copyValue}: ${type}`} />
        {right === undefined ? null : (
          <span
            className={clsx(
              'flex items-start gap-1.5 text-xs [&_svg]:mt-px [&_svg]:size-3.5 [&_svg]:shrink-0',
              right ? 'text-good' : 'text-warn',
            )}
          >
            {right ? <CircleCheck /> : <CircleDashed />}
            <span dir="auto">
              {right
                ? text.found
                : found && found.length > 0
                  ? text.foundInstead(formats.list(found))
                  : text.nothingFound}
            </span>
          </span>
        )}
      </td>
    </tr>
  )
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-[0.8125rem] break-all" translate="no">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
