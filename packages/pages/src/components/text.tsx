// TEXT: a paragraph or several, as they were typed.
import type { ComponentView } from './component.ts'

const positions = new Set(['left', 'center', 'right', 'justify'])

export const text: ComponentView<'TEXT'> = {
  styles: '.text{white-space:pre-line;color:var(--text-color,inherit);text-align:var(--text-position,start)}',
  draw: ({ content }) =>
    content ? (
      <div class="text" dir="auto">
        {content}
      </div>
    ) : null,
  look: ({ textColor, textPosition }) => ({
    '--text-color': textColor ?? null,
    '--text-position': positions.has(textPosition ?? '') ? (textPosition as string) : null,
  }),
}
