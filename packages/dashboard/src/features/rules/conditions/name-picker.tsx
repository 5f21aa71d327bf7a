// The conditions on countries and languages, which are found by their names.
import { Combobox } from '@base-ui/react/combobox'
import { useMemo, useRef } from 'react'
import { controlClasses } from '../../../components/field.tsx'
import { Check, X } from '../../../components/icons.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { ruleMessages } from '../messages.ts'
import { countriesByName, languagesByName, ruleNamesIn } from '../rule-names.ts'
import type { ConditionControlProps } from './control-props.ts'

export function CountryPicker({ when, onChange }: ConditionControlProps) {
  const { findCountry } = useMessages(ruleMessages)
  const names = ruleNamesIn(useLanguage())
  const codes = useMemo(() => countriesByName(names), [names])
  return (
    <NamePicker
      label={findCountry}
      codes={codes}
      nameOf={names.country}
      chosen={when.country ?? []}
      onChange={(country) => onChange({ country })}
    />
  )
}

export function LanguagePicker({ when, onChange }: ConditionControlProps) {
  const { findLanguage } = useMessages(ruleMessages)
  const names = ruleNamesIn(useLanguage())
  const codes = useMemo(() => languagesByName(names), [names])
  return (
    <NamePicker
      label={findLanguage}
      codes={codes}
      nameOf={names.language}
      chosen={when.language ?? []}
      onChange={(language) => onChange({ language })}
    />
  )
}

/** Whether a word of the name begins with what was typed, whatever the case and the accents. */
function hasWordsFrom(name: string, typed: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  return ` ${plain(name).replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${plain(typed)}`)
}

interface NamePickerProps {
  label: string
  codes: readonly string[]
  nameOf(code: string): string
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/** Finds codes by their names, and shows those that are chosen as buttons that remove them. */
function NamePicker({ label, codes, nameOf, chosen, onChange }: NamePickerProps) {
  const text = useMessages(ruleMessages)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((code) => (
            <li key={code}>
              <button
                type="button"
                aria-label={text.removeValue(nameOf(code))}
                onClick={() => {
                  onChange(chosen.filter((one) => one !== code))
                  input.current?.focus()
                }}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-tint px-3 text-sm font-medium text-accent hover:bg-sunken [&_svg]:size-3.5"
              >
                {nameOf(code)}
                <X />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Combobox.Root
        items={codes}
        multiple
        autoHighlight
        value={[...chosen]}
        // Escape is for the panel, and must not remove what was chosen.
        onValueChange={(codes: string[], { reason }) => reason !== 'escape-key' && onChange(codes)}
        itemToStringLabel={nameOf}
        filter={(code: string, typed) => hasWordsFrom(nameOf(code), typed)}
      >
        <Combobox.Input ref={input} aria-label={label} placeholder={label} className={controlClasses} />
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50 w-[var(--anchor-width)]">
            <Combobox.Popup className="flex max-h-[min(18rem,var(--available-height))] flex-col rounded-card border border-line bg-raised shadow-overlay outline-none">
              <Combobox.Empty className="px-3 text-sm text-soft not-empty:py-3">
                {text.noMatch}
              </Combobox.Empty>
              <Combobox.List className="min-h-0 overflow-y-auto p-1.5 empty:p-0">
                {(code: string) => (
                  <Combobox.Item
                    key={code}
                    value={code}
                    className="flex min-h-10 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-sunken"
                  >
                    {nameOf(code)}
                    <Combobox.ItemIndicator className="ml-auto text-accent">
                      <Check className="size-4" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  )
}
