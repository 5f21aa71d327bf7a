// Formats running text: blank lines separate paragraphs, and backticks mark code.

export const Inline = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, position) => (position % 2 === 1 ? <Code text={part} /> : part))}</>
)

// A short one stays on one line: `YYYY-MM-DD` would break at its hyphens.
const Code = ({ text }: { text: string }) => (
  <code class={text.length <= 20 ? 'whole' : undefined}>{text}</code>
)

export const Prose = ({ text = '' }: { text?: string | undefined }) => {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p>
          <Inline text={paragraph.trim()} />
        </p>
      ))}
    </>
  )
}
