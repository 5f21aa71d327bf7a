// The commands `domain show` and `domain set`, with which an operator reads and changes the settings of a domain.
import { readFile } from 'node:fs/promises'
import { api, type DomainSettings, validate } from '@linnet/contract'
import { type Command, CommandError, type CommandShape } from '../../../platform/command.ts'
import {
  type ChangeNeeds,
  changeSettings,
  type SettingsChange,
  type SettingsOwner,
  settingsRecord,
} from './changing.ts'
import { defaultName } from './operations.ts'

const operand = 'DOMAIN'
const text = (meaning: string, placeholder: string) => ({ kind: 'value', meaning, placeholder }) as const
const address = (meaning: string) => text(meaning, 'URL')
const choice = (meaning: string) => text(meaning, 'on|off')
const file = (meaning: string) => text(meaning, 'FILE')

/** The names and options of the commands. */
export const domainSettingsCommandShapes = {
  show: {
    name: 'domain show',
    summary: 'Show the settings of a domain ("default" for the default domain)',
    options: {},
    operand,
  },
  set: {
    name: 'domain set',
    summary: 'Change the settings of a domain ("default" for the default domain); an empty value clears one',
    options: {
      email: text('Whose microsite and images, for the default domain', 'EMAIL'),
      'root-url': address('Where the root leads'),
      'root-microsite': text('The microsite at the root', 'SLUG'),
      'not-found-url': address('Where unknown codes lead'),
      'ended-url': address('Where links lead that have ended or not begun'),
      'forward-query': choice("Whether links pass on the visitor's query"),
      'forward-path': choice('Whether links pass on the path below the code'),
      'case-insensitive': choice('Whether codes are lower-case and found in any case'),
      robots: file('The text of robots.txt'),
      'apple-app-site-association': file("Apple's file that opens apps"),
      assetlinks: file("Android's file that opens apps"),
      'brand-name': text('The name on pages for visitors', 'NAME'),
      'brand-color': text('Their colour', '#RRGGBB'),
      'brand-logo': text('The path of an uploaded image', 'PATH'),
    },
    operand,
  },
} satisfies Record<string, CommandShape>

const updateBody = api.domainSettings.update.body as NonNullable<typeof api.domainSettings.update.body>
const choices = ['forward-query', 'forward-path', 'case-insensitive']
const files = ['robots', 'apple-app-site-association', 'assetlinks']

export interface SettingsCommandNeeds extends ChangeNeeds {
  defaultHost: string
  userIdByEmail(email: string): Promise<number | null>
}

export function domainSettingsCommands(needs: SettingsCommandNeeds): Command[] {
  const { store, domains, defaultHost, userIdByEmail } = needs

  async function ownerOf(name: string, email?: string): Promise<SettingsOwner> {
    if (name === defaultName || name === defaultHost)
      return { domainId: 0, id: defaultName, name: defaultHost, userId: await userNamed(email) }
    const found = await domains.verifiedOfAnyone(name)
    if (!found) throw new CommandError(`nobody has verified the domain ${name}; see linnet domain add`)
    return { domainId: found.id, id: found.publicId, name: found.name, userId: found.userId }
  }

  /** No account has the number 0. */
  async function userNamed(email: string | undefined): Promise<number> {
    const id = email === undefined ? 0 : await userIdByEmail(email)
    if (id === null) throw new CommandError(`there is no account with the e-mail ${email}`)
    return id
  }

  return [
    {
      ...domainSettingsCommandShapes.show,
      async run({ [operand]: name = '' }) {
        const owner = await ownerOf(name)
        return { ...settingsRecord(owner, await store.read(owner.domainId)) }
      },
      format,
    },
    {
      ...domainSettingsCommandShapes.set,
      async run({ [operand]: name = '', email, ...given }) {
        const owner = await ownerOf(name, email)
        const change = await changeOf(given)
        return { ...(await changeSettings(needs, owner, change, async () => {})) }
      },
      format,
    },
  ]
}

/** The options as the API takes them. */
async function changeOf(given: Record<string, string | undefined>): Promise<SettingsChange> {
  const fields: Record<string, unknown> = {}
  for (const [option, value] of Object.entries(given))
    if (value !== undefined) fields[option.replaceAll('-', '_')] = await fieldOf(option, value)
  const checked = validate(updateBody, fields)
  if (checked.details)
    throw new CommandError(
      checked.details.map(({ path, message }) => `--${path.replaceAll('_', '-')} ${message}`).join('; '),
    )
  return checked.data
}

async function fieldOf(option: string, value: string): Promise<unknown> {
  if (choices.includes(option)) {
    if (value !== 'on' && value !== 'off') throw new CommandError(`--${option} takes "on" or "off"`)
    return value === 'on'
  }
  if (value === '') return null
  if (!files.includes(option)) return value
  return await readFile(value, 'utf8').catch((error: Error) => {
    throw new CommandError(`the file ${value} can't be read: ${error.message}`)
  })
}

function format(result: Record<string, unknown>): string {
  const { id: _, ...settings } = result as DomainSettings
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n')
}

function shown(value: unknown): string {
  if (value === null) return 'not set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const content = `${value}`
  return content.includes('\n') || content.length > 100 ? `${content.length} characters` : content
}
