// Sets running text: blank lines part paragraphs, and what stands between backticks is code.

export const Inline = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, position) => (position % 2 === 1 ? <code>{part}</code> : part))}</>
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
