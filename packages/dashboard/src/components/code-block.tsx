// Text for a terminal or a file, with a button that copies it.
import { clsx } from 'clsx'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  /** Its accessible name, such as "The request". */
  label: string
  copyLabel: string
  /** The text to copy, if it differs from what is shown. */
  copied?: string
  /** A heading, such as the path of the file that it belongs in. */
  title?: string
  /** Whether long lines wrap instead of scrolling, as for a long address. */
  wraps?: boolean
}

export function CodeBlock({ code, label, copyLabel, copied, title, wraps }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-control border border-line bg-sunken">
      {title ? (
        <figcaption className="border-b border-line px-3.5 py-2 font-mono text-xs text-soft">
          {title}
        </figcaption>
      ) : null}
      <div className="flex items-start">
        {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
        <div
          role="group"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="min-w-0 flex-1 overflow-x-auto py-3 pl-3.5 outline-offset-[-3px]"
        >
          <pre
            className={clsx(
              'font-mono text-[0.8125rem] leading-relaxed',
              wraps ? 'break-all whitespace-pre-wrap' : '[overflow-wrap:normal]',
            )}
            translate="no"
          >
            {code}
          </pre>
        </div>
        <div className="p-1">
          <CopyButton text={copied ?? code} label={copyLabel} />
        </div>
      </div>
    </figure>
  )
}
