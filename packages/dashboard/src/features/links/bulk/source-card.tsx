// Where the rows come from: a field to paste into, or a file.

import { clsx } from 'clsx'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field, TextArea } from '../../../components/field.tsx'
import { FileUp } from '../../../components/icons.ts'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { linkedUrls } from '../../../shell/pasted-urls.ts'
import type { BatchUnderWay } from './bulk-run.ts'
import { decode } from './decoding.ts'
import { bulkMessages } from './messages.ts'

export interface Source {
  text: string
  /** Null if the text was typed or pasted. */
  file: { name: string; encoding: string } | null
  /** The batch that was being sent when the user left the page. */
  underWay?: BatchUnderWay | null
  /** The id of the UTM template for all links. */
  template?: string
}

export const noSource: Source = { text: '', file: null, underWay: null }

const mostBytes = 20_000_000
// Text fields become slow with longer text.
const mostShown = 60_000

interface SourceCardProps {
  source: Source
  rows: number
  onChange(source: Source): void
}

export function SourceCard({ source, rows, onChange }: SourceCardProps) {
  const text = useMessages(bulkMessages)
  const [isOver, setIsOver] = useState(false)
  const { readFile, failure } = useFileReader(onChange)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void readFile(event.dataTransfer.files[0])
  }

  const isEditable = source.file === null && source.text.length <= mostShown
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to choose a file, which the button is for the keyboard
    <section
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx('rounded-card', isOver && 'outline-2 outline-dashed outline-offset-2 outline-accent')}
    >
      <Card>
        {isEditable ? (
          <LinesField source={source} onChange={onChange} />
        ) : (
          <SourceSummary source={source} rows={rows} onRemove={() => onChange(noSource)} />
        )}
        {failure ? <Notice kind="bad">{failure}</Notice> : null}
        <div className="flex flex-wrap items-center gap-3">
          <FileButton onFile={(file) => void readFile(file)} />
          <span className="text-sm text-soft max-sm:hidden">{isOver ? text.dropNow : text.drop}</span>
        </div>
      </Card>
    </section>
  )
}

/** Reads a file as the source, or says why that failed. */
function useFileReader(onChange: (source: Source) => void) {
  const text = useMessages(bulkMessages)
  const [failure, setFailure] = useState('')

  async function readFile(file: File | undefined) {
    if (!file) return
    setFailure('')
    if (file.size > mostBytes) return setFailure(text.tooLarge)
    try {
      const { text: content, encoding } = decode(new Uint8Array(await file.arrayBuffer()))
      onChange({ text: content, file: { name: file.name, encoding } })
    } catch {
      setFailure(text.unreadable)
    }
  }
  return { readFile, failure }
}

function LinesField({ source, onChange }: Pick<SourceCardProps, 'source' | 'onChange'>) {
  const text = useMessages(bulkMessages)

  /** Links copied from a page or a document stand for their URLs, not for their names. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const plain = event.clipboardData.getData('text/plain')
    const urls = linkedUrls(event.clipboardData)
    if (urls.length === 0 || /https?:\/\//i.test(plain) || source.text.trim() !== '') return
    event.preventDefault()
    onChange({ text: `${urls.join('\n')}\n`, file: null })
  }

  return (
    <Field label={text.lines} hint={text.linesHint}>
      {(control) => (
        <TextArea
          {...control}
          rows={7}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          placeholder={'https://example.com/spring\nhttps://example.com/summer, summer, Summer sale'}
          value={source.text}
          onPaste={paste}
          onChange={({ target }) => onChange({ text: target.value, file: null })}
          className="font-mono text-sm whitespace-pre"
        />
      )}
    </Field>
  )
}

interface SourceSummaryProps {
  source: Source
  rows: number
  onRemove(): void
}

/** Instead of the text field, for files and long text. */
function SourceSummary({ source, rows, onRemove }: SourceSummaryProps) {
  const text = useMessages(bulkMessages)
  const formats = useFormats()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{text.file(source.file?.name ?? text.lines, formats.number(rows))}</bdi>
        </p>
        {source.file ? (
          <p className="text-sm text-soft">{text.encoding(source.file.encoding.toUpperCase())}</p>
        ) : null}
      </div>
      <Button size="small" onClick={onRemove}>
        {text.remove}
      </Button>
    </div>
  )
}

function FileButton({ onFile }: { onFile(file: File | undefined): void }) {
  const text = useMessages(bulkMessages)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label={text.choose}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // So that the same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <Button icon={<FileUp />} onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
    </>
  )
}
