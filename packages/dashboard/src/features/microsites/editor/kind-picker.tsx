// Chooses the kind of component to add to a page.
import type { ComponentKind } from '@linnet/contract'
import { isUniqueKind } from '@linnet/contract/component-kinds'
import { Dialog } from '../../../components/dialog.tsx'
import { useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'
import { kindGroups, kindIcon, kindMessages } from './kinds.ts'

interface KindPickerProps {
  open: boolean
  /** The kinds that are already on the page. */
  present: ComponentKind[]
  onClose(): void
  onChoose(kind: ComponentKind): void
}

export function KindPicker({ open, present, onClose, onChoose }: KindPickerProps) {
  const text = useMessages(micrositeMessages)
  const messagesOf = useMessages(kindMessages)
  return (
    <Dialog open={open} onClose={onClose} title={text.addTitle} wide>
      <div className="grid gap-6">
        {kindGroups.map(({ name, kinds }) => (
          <section key={name} aria-labelledby={`kinds-${name}`} className="grid gap-2.5">
            <h3 id={`kinds-${name}`} className="text-sm font-semibold text-soft">
              {text[name]}
            </h3>
            <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
              {kinds.map((kind) => {
                const Icon = kindIcon(kind)
                const { name, description } = messagesOf(kind)
                const isPresent = isUniqueKind(kind) && present.includes(kind)
                return (
                  <li key={kind}>
                    <button
                      type="button"
                      value={kind}
                      disabled={isPresent}
                      onClick={() => onChoose(kind)}
                      className="flex size-full items-start gap-3 rounded-control border border-line p-3 text-left transition-colors hover:border-accent hover:bg-tint disabled:bg-sunken disabled:hover:border-line"
                    >
                      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-tint text-accent">
                        <Icon className="size-4.5" aria-hidden="true" />
                      </span>
                      <span className="min-w-0">
                        <span className="block font-medium">{name}</span>
                        <span className="block text-sm text-soft">
                          {isPresent ? text.onlyOne : description}
                        </span>
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
