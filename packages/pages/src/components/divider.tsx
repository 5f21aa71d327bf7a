// DIVIDER: a line or some space between two components.
import type { ComponentView } from './component.ts'
import { choice } from './visible-text.ts'

const styles = ['solid', 'dashed', 'dotted', 'double', 'space'] as const

export const divider: ComponentView<'DIVIDER'> = {
  styles: `
.divider { width: var(--divider-width, 100%); height: 0; margin: .75rem auto; border: 0 solid var(--divider, color-mix(in srgb, var(--ink) 28%, transparent)); border-top-width: 2px; }
.divider-dashed { border-top-style: dashed; }
.divider-dotted { border-top-style: dotted; border-top-width: 4px; }
.divider-double { border-top-style: double; border-top-width: 6px; }
.divider-space { height: 1.5rem; border: 0; }
`,
  render: ({ style }) => <hr class={`divider divider-${choice(style, styles, 'solid')}`} />,
  customProperties: ({ color, width }) => ({
    '--divider': color ?? null,
    '--divider-width': width === undefined ? null : `${width}%`,
  }),
}
