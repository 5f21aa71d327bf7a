// Chooses a theme from thumbnails of pages.
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { describeTheme, themeNames } from '@linnet/pages/preview'
import { Check } from '../../../components/icons.ts'

interface ThemePickerProps {
  label: string
  value: string
  onChange(theme: string): void
}

export function ThemePicker({ label, value, onChange }: ThemePickerProps) {
  return (
    <RadioGroup
      aria-label={label}
      value={themeNames.includes(value) ? value : 'default'}
      onValueChange={(theme) => onChange(String(theme))}
      className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3"
    >
      {themeNames.map((name) => (
        <Radio.Root
          key={name}
          value={name}
          aria-label={describeTheme(name).title}
          className="group grid cursor-pointer gap-1.5 rounded-control text-left"
        >
          <ThemeThumbnail name={name} />
          <span className="flex min-h-6 items-center gap-1 text-sm group-data-checked:font-semibold">
            <Radio.Indicator>
              <Check className="size-4 text-accent" />
            </Radio.Indicator>
            {describeTheme(name).title}
          </span>
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

/** A page in outline: background, name and three buttons. */
export function ThemeThumbnail({ name }: { name: string }) {
  const theme = describeTheme(name)
  const button = {
    background: theme.button,
    borderColor: theme.buttonBorder,
    borderRadius: `min(${theme.radius}, 0.5rem)`,
  }
  return (
    <span
      aria-hidden="true"
      style={{ background: theme.background, color: theme.ink, fontFamily: theme.font ?? undefined }}
      className="grid aspect-[3/4] content-center justify-items-center gap-1.5 overflow-hidden rounded-control border border-line px-3 outline-accent group-data-checked:outline-3"
    >
      <span style={{ background: theme.accent }} className="size-6 rounded-full" />
      <span className="text-sm leading-none font-semibold">Aa</span>
      {[0, 1, 2].map((line) => (
        <span key={line} style={button} className="h-3.5 w-full border" />
      ))}
    </span>
  )
}
