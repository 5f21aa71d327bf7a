// A button that copies text, and confirms it.

import { useEffect, useState } from 'react'
import { useMessages } from '../lib/language.ts'
import { Button, IconButton } from './button.tsx'
import { Check, Copy } from './icons.ts'
import { kitMessages } from './messages.ts'
import { showToast } from './toast-queue.ts'

const shownMilliseconds = 1800

interface CopyButtonProps {
  text: string
  /** Its accessible name, such as "Copy the short link". */
  label?: string
  /** Whether a label is shown beside the icon. */
  variant?: 'icon' | 'button'
}

export function CopyButton({ text, label, variant = 'icon' }: CopyButtonProps) {
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
  return variant === 'icon' ? (
    <IconButton label={name} size="small" onClick={copy}>
      {icon}
    </IconButton>
  ) : (
    <Button icon={icon} size="small" onClick={copy} aria-label={name}>
      {copied ? messages.copied : messages.copy}
    </Button>
  )
}

/** Copies text to the clipboard, which browsers only allow over https and on localhost. */
export async function copyText(text: string, failure: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ kind: 'bad', title: failure, description: text })
    return false
  }
}
