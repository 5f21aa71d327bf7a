// What the owner of a domain sets for it, in folded sections: its root and unknown codes, its links, its look, its files.
import type { DomainSettings } from '@linnet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field, TextArea, TextInput } from '../../../components/field.tsx'
import { ChevronRight } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { pickerColour } from '../../../components/picker-colour.ts'
import { Notice } from '../../../components/states.tsx'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { ImageControl } from '../../microsites/editor/controls/image-control.tsx'
import { domainMessages } from './domain-messages.ts'

type TextName = {
  [Name in keyof DomainSettings]: DomainSettings[Name] extends string | null ? Name : never
}[Exclude<keyof DomainSettings, 'id' | 'domain'>]
type SwitchName = 'forward_query' | 'forward_path' | 'case_insensitive'
type Changes = Partial<Record<TextName, string | null> & Record<SwitchName, boolean>>

const settingsKey = (id: string) => ['account', 'domains', id, 'settings']

/** The form for a domain: its id, or `default` for the default domain, which only administrators may change. */
export function DomainSettingsForm({ id }: { id: string }) {
  const query = useQuery({
    queryKey: settingsKey(id),
    queryFn: async ({ signal }) => (await client.domainSettings.get({ id }, { signal })).data,
  })
  return (
    <Loaded query={query} heights={['h-48']}>
      {(settings) => <SettingsForm settings={settings} />}
    </Loaded>
  )
}

interface FieldsProps {
  shownValue(name: TextName): string
  isOn(name: SwitchName): boolean
  set(change: Changes): void
  errors: Record<string, string | undefined>
}

function SettingsForm({ settings }: { settings: DomainSettings }) {
  const text = useMessages(domainMessages)
  const language = useLanguage()
  const { id, domain } = settings
  const [changes, setChanges] = useState<Changes>({})
  const save = useMutation({
    mutationFn: () => client.domainSettings.update({ id, ...changes }),
    onSuccess({ data }) {
      queryClient.setQueryData(settingsKey(id), data)
      setChanges({})
      showToast({ title: text.settingsSaved(domain) })
    },
  })
  const errors = fieldErrorsOf(save.error)
  const fields: FieldsProps = {
    shownValue: (name) => changes[name] ?? (name in changes ? '' : (settings[name] ?? '')),
    isOn: (name) => changes[name] ?? settings[name],
    set(change) {
      save.reset()
      setChanges((before) => ({ ...before, ...change }))
    },
    errors,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      aria-label={text.settingsOf(domain)}
    >
      <div className="rounded-control border border-line">
        <Folded title={text.visitors} hint={text.visitorsHint} hasError={hasAny(errors, visitorFields)}>
          <VisitorFields {...fields} />
        </Folded>
        <Folded title={text.links} hint={text.linksHint} hasError={hasAny(errors, linkFields)}>
          <LinkFields {...fields} />
        </Folded>
        <Folded title={text.look} hint={text.lookHint} hasError={hasAny(errors, brandFields)}>
          <BrandFields {...fields} />
        </Folded>
        <Folded title={text.files} hint={text.filesHint} hasError={hasAny(errors, fileFields)}>
          <FileFields {...fields} />
        </Folded>
      </div>
      {save.error && Object.keys(errors).length === 0 ? (
        <Notice kind="bad">{messageOf(save.error, language)}</Notice>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        busy={save.isPending}
        disabled={Object.keys(changes).length === 0}
        className="justify-self-start"
      >
        {text.saveSettings}
      </Button>
    </form>
  )
}

const visitorFields = ['root_url', 'root_microsite', 'not_found_url']
const linkFields = ['ended_url', 'case_insensitive']
const brandFields = ['brand_name', 'brand_color', 'brand_logo']
const fileFields = ['robots', 'apple_app_site_association', 'assetlinks']

function hasAny(errors: FieldsProps['errors'], names: string[]): boolean {
  return names.some((name) => errors[name] !== undefined)
}

interface FoldedProps {
  title: string
  hint: string
  /** Opens it. */
  hasError: boolean
  children: ReactNode
}

function Folded({ title, hint, hasError, children }: FoldedProps) {
  const section = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (hasError && section.current) section.current.open = true
  }, [hasError])
  return (
    <details ref={section} className="group border-line not-first:border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium">
        <ChevronRight className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
        <span className="shrink-0">{title}</span>
        <span className="ml-auto hidden min-w-0 truncate font-normal text-soft sm:block">{hint}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line p-3 sm:p-4">{children}</div>
    </details>
  )
}

interface TextFieldProps extends FieldsProps {
  name: TextName
  label: string
  hint?: string
  placeholder?: string
  most: number
}

function AddressField({ name, label, hint, placeholder, most, shownValue, set, errors }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          placeholder={placeholder}
          maxLength={most}
          value={shownValue(name)}
          onChange={({ target }) => set({ [name]: target.value.trim() || null })}
        />
      )}
    </Field>
  )
}

const longestAddress = 2048
const example = 'https://example.com/'

function VisitorFields(fields: FieldsProps) {
  const text = useMessages(domainMessages)
  return (
    <>
      <AddressField
        {...fields}
        name="root_url"
        label={text.rootUrl}
        hint={text.rootUrlHint}
        placeholder={example}
        most={longestAddress}
      />
      <AddressField
        {...fields}
        name="root_microsite"
        label={text.rootMicrosite}
        hint={text.rootMicrositeHint}
        most={100}
      />
      <AddressField
        {...fields}
        name="not_found_url"
        label={text.notFoundUrl}
        hint={text.notFoundUrlHint}
        placeholder={example}
        most={longestAddress}
      />
    </>
  )
}

function LinkFields(fields: FieldsProps) {
  const text = useMessages(domainMessages)
  const { isOn, set, errors } = fields
  return (
    <>
      <AddressField
        {...fields}
        name="ended_url"
        label={text.endedUrl}
        hint={text.endedUrlHint}
        placeholder={example}
        most={longestAddress}
      />
      <Switch
        label={text.forwardQuery}
        hint={text.forwardQueryHint}
        checked={isOn('forward_query')}
        onChange={(forward_query) => set({ forward_query })}
      />
      <Switch
        label={text.forwardPath}
        hint={text.forwardPathHint}
        checked={isOn('forward_path')}
        onChange={(forward_path) => set({ forward_path })}
      />
      <Switch
        label={text.ignoreCase}
        hint={text.ignoreCaseHint}
        checked={isOn('case_insensitive')}
        onChange={(case_insensitive) => set({ case_insensitive })}
      />
      {errors.case_insensitive ? <Notice kind="bad">{errors.case_insensitive}</Notice> : null}
    </>
  )
}

function BrandFields({ shownValue, set, errors }: FieldsProps) {
  const text = useMessages(domainMessages)
  return (
    <>
      <Field label={text.brandName} hint={text.brandNameHint} error={errors.brand_name}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={100}
            value={shownValue('brand_name')}
            onChange={({ target }) => set({ brand_name: target.value || null })}
          />
        )}
      </Field>
      <Field label={text.brandColor} hint={text.brandColorHint} error={errors.brand_color}>
        {(control) => (
          <div className="flex gap-2">
            <input
              type="color"
              aria-label={text.pickColor}
              value={pickerColour(shownValue('brand_color'), '#b32c43')}
              onChange={({ target }) => set({ brand_color: target.value })}
              className="h-10 w-12 shrink-0 cursor-pointer rounded-control border border-field-line bg-surface p-1"
            />
            <TextInput
              {...control}
              spellCheck={false}
              autoCapitalize="none"
              maxLength={7}
              className="max-w-40 font-mono"
              value={shownValue('brand_color')}
              onChange={({ target }) => set({ brand_color: target.value.trim() || null })}
            />
          </div>
        )}
      </Field>
      <Field label={text.brandLogo} error={errors.brand_logo}>
        {(control) => (
          <ImageControl
            label={text.brandLogo}
            control={control}
            value={shownValue('brand_logo')}
            onChange={(path) => set({ brand_logo: path ?? null })}
          />
        )}
      </Field>
    </>
  )
}

function FileFields({ shownValue, set, errors }: FieldsProps) {
  const text = useMessages(domainMessages)
  const areas = [
    { name: 'robots', label: 'robots.txt', hint: text.robotsHint },
    {
      name: 'apple_app_site_association',
      label: 'apple-app-site-association',
      hint: text.appleFileHint,
    },
    { name: 'assetlinks', label: 'assetlinks.json', hint: text.androidFileHint },
  ] as const
  return areas.map(({ name, label, hint }) => (
    <Field key={name} label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <TextArea
          {...control}
          rows={5}
          spellCheck={false}
          autoCapitalize="none"
          translate="no"
          className="font-mono text-sm"
          value={shownValue(name)}
          onChange={({ target }) => set({ [name]: target.value || null })}
        />
      )}
    </Field>
  ))
}
