// The settings of all domains that have any, in memory, so that visits read them without waiting.
import { type DomainSettings, defaultSettings } from './settings.ts'
import { type SettingsRow, type SettingsStore, settingsOfRow } from './settings-store.ts'

/** Called after the settings of a domain have changed; null: those of any domain may have. */
export type SettingsListener = (domainId: number | null) => void

export class SettingsMemory {
  private known = new Map<number, DomainSettings>()
  private readonly listeners: SettingsListener[] = []
  /** What could not be read when it changed, and why, such as that the database was away; null: everything. */
  private readonly missed = new Map<number | null, unknown>()
  /** The reads under way, one after the other, so that an earlier one doesn't overwrite a later one; null if there are none. */
  private reading: Promise<void> | null = null
  private isOpen = false

  constructor(private readonly store: SettingsStore) {
    store.subscribe((domainId) => {
      if (this.isOpen) void this.refresh(domainId)
    })
  }

  of(domainId: number): DomainSettings {
    // Most instances have none.
    if (this.known.size === 0) return defaultSettings
    return this.known.get(domainId) ?? defaultSettings
  }

  onChange(listener: SettingsListener): void {
    this.listeners.push(listener)
  }

  async open(): Promise<void> {
    this.isOpen = true
    await this.readAll()
  }

  /** Reads again what could not be read when it changed; throws if it still can't. */
  async catchUp(): Promise<void> {
    for (const domainId of [...this.missed.keys()]) {
      this.missed.delete(domainId)
      await this.refresh(domainId)
      if (this.missed.has(domainId)) throw this.missed.get(domainId)
    }
  }

  /** Reads a domain's settings again (null: all of them), and tells the listeners. Resolved at once on SQLite, if one domain's. */
  refresh(domainId: number | null): Promise<void> {
    const read = async () => {
      try {
        await (domainId === null ? this.readAll() : this.read(domainId))
      } catch (error) {
        this.missed.set(domainId, error)
      }
    }
    const reading = (this.reading === null ? read() : this.reading.then(read)).finally(() => {
      if (this.reading === reading) this.reading = null
    })
    this.reading = reading
    return reading
  }

  /** Without a promise where the database answers without one: then the settings hold as soon as the change is known. */
  private read(domainId: number): Promise<void> | undefined {
    const row = this.store.of(domainId)
    if (row instanceof Promise) return row.then((found) => this.set(domainId, found))
    this.set(domainId, row)
  }

  private set(domainId: number, row: SettingsRow | undefined): void {
    if (row) this.known.set(domainId, settingsOfRow(row))
    else this.known.delete(domainId)
    this.tell(domainId)
  }

  private async readAll(): Promise<void> {
    const all = new Map<number, DomainSettings>()
    let last: SettingsRow | undefined
    do {
      const rows = await this.store.after(last ? Number(last.domain_id) : -1)
      for (const row of rows) all.set(Number(row.domain_id), settingsOfRow(row))
      last = rows.at(-1)
    } while (last)
    this.known = all
    this.tell(null)
  }

  private tell(domainId: number | null): void {
    for (const listener of this.listeners) listener(domainId)
  }
}
