// Copies a text, and says that it did.

import { useEffect, useState } from 'react'
import { useMessages } from '../lib/language.ts'
import { Button, IconButton } from './button.tsx'
import { Check, Copy } from './icons.ts'
import { kitMessages } from './messages.ts'
import { showToast } from './toast-queue.ts'

const shownMilliseconds = 1800

interface CopyButtonProps {
  text: string
  /** What it copies, for assistive technology, such as "Copy the short link". */
  label?: string
  /** With a word beside the picture. */
  look?: 'icon' | 'button'
}

export function CopyButton({ text, label, look = 'icon' }: CopyButtonProps) {
  const messages = useMessages(kitMessages)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? messages.copied : (label ?? messages.copy)
  const icon = copied ? <Check className="text-good" /> : <Copy />
  const copy = () => void copyText(text, messages.copyFailed).then((done) => setCopied(done))
  return look === 'icon' ? (
    <IconButton label={name} size="small" onClick={copy}>
      {icon}
    </IconButton>
  ) : (
    <Button icon={icon} size="small" onClick={copy} aria-label={name}>
      {copied ? messages.copied : messages.copy}
    </Button>
  )
}

/** Puts a text on the clipboard, which browsers give to pages under https and on localhost alone. */
export async function copyText(text: string, failure: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ kind: 'bad', title: failure, description: text })
    return false
  }
}
