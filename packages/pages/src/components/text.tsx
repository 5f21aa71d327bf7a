// TEXT: a paragraph or several, as they were typed.
import type { ComponentView } from './component.ts'
import { visibleText, wordOf } from './visible-text.ts'

const positions = new Set(['left', 'center', 'right', 'justify', 'start', 'end'])

export const text: ComponentView<'TEXT'> = {
  styles:
    '.text { white-space: pre-line; color: var(--text-color, inherit); text-align: var(--text-position, start); }',
  draw: ({ content }) =>
    visibleText(content) === undefined ? null : (
      <div class="text" dir="auto">
        {content}
      </div>
    ),
  look: ({ textColor, textPosition }) => ({
    '--text-color': textColor ?? null,
    '--text-position': positions.has(wordOf(textPosition)) ? wordOf(textPosition) : null,
  }),
}
