// Where the rows come from: a field to paste into, and a place for a file.

import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { classes } from '../../../components/classes.ts'
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
  /** Null where it was typed. */
  file: { name: string; encoding: string } | null
  /** What of it was being sent when it was left. */
  underWay?: BatchUnderWay | null
}

export const noSource: Source = { text: '', file: null, underWay: null }

const mostBytes = 20_000_000
// What is longer is no pleasure in a text field.
const mostShown = 60_000

interface SourceCardProps {
  source: Source
  rows: number
  onChange(source: Source): void
}

export function SourceCard({ source, rows, onChange }: SourceCardProps) {
  const text = useMessages(bulkMessages)
  const formats = useFormats()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [failure, setFailure] = useState('')

  async function take(file: File | undefined) {
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

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }

  /** Links copied from a page or a document are what they lead to, not what they are called. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const plain = event.clipboardData.getData('text/plain')
    const addresses = linkedUrls(event.clipboardData)
    if (addresses.length === 0 || /https?:\/\//i.test(plain) || source.text.trim() !== '') return
    event.preventDefault()
    onChange({ text: `${addresses.join('\n')}\n`, file: null })
  }

  const isShown = source.file === null && source.text.length <= mostShown
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to choose a file, which the button is for the keyboard
    <section
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classes(
        'rounded-card',
        isOver && 'outline-2 outline-dashed outline-offset-2 outline-accent',
      )}
    >
      <Card>
        {isShown ? (
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
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-medium">
                <bdi>{text.file(source.file?.name ?? text.lines, formats.number(rows))}</bdi>
              </p>
              {source.file ? (
                <p className="text-sm text-soft">{text.encoding(source.file.encoding.toUpperCase())}</p>
              ) : null}
            </div>
            <Button size="small" onClick={() => onChange(noSource)}>
              {text.remove}
            </Button>
          </div>
        )}
        {failure ? <Notice kind="bad">{failure}</Notice> : null}
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={chooser}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            aria-label={text.choose}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // So that the same file can be chosen again when it was mended.
              target.value = ''
            }}
          />
          <Button icon={<FileUp />} onClick={() => chooser.current?.click()}>
            {text.choose}
          </Button>
          <span className="text-sm text-soft max-sm:hidden">{isOver ? text.dropNow : text.drop}</span>
        </div>
      </Card>
    </section>
  )
}
