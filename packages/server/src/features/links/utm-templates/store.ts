// The SQL of UTM templates.
import { type Database, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { UtmTemplateTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type TemplateRow = UtmTemplateTable
export type TemplateChange = Partial<Omit<TemplateRow, 'public_id' | 'user_id' | 'created_at'>>

export class UtmTemplateStore {
  constructor(private readonly db: Database) {}

  /** By name. */
  all(userId: number): Promise<TemplateRow[]> {
    return this.templates(userId).orderBy('name').execute()
  }

  byPublicId(userId: number, publicId: string): Promise<TemplateRow | undefined> {
    return this.templates(userId).where('public_id', '=', publicId).executeTakeFirst()
  }

  /** Adds a template; `full` if the workspace has `most` already, `exists` if one of them has the name. */
  async insert(tx: Tx, template: TemplateRow, most: number): Promise<'added' | 'exists' | 'full'> {
    // So that each of several concurrent requests sees what the others added.
    await this.db.lock(tx, [`utm-templates:${template.user_id}`])
    const names = await within(tx)
      .selectFrom('utm_templates')
      .select('name')
      .where('user_id', '=', template.user_id)
      .execute()
    if (names.some(({ name }) => name === template.name)) return 'exists'
    if (names.length >= most) return 'full'
    await within(tx).insertInto('utm_templates').values(template).execute()
    return 'added'
  }

  /** False if the workspace has no template with that id. */
  async change(userId: number, publicId: string, change: TemplateChange): Promise<boolean> {
    const { numUpdatedRows } = await this.db.transaction((tx) =>
      within(tx)
        .updateTable('utm_templates')
        .set(change)
        .where('user_id', '=', userId)
        .where('public_id', '=', publicId)
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  /** False if the workspace has no template with that id. */
  async remove(userId: number, publicId: string): Promise<boolean> {
    const { numDeletedRows } = await this.db.transaction((tx) =>
      within(tx)
        .deleteFrom('utm_templates')
        .where('user_id', '=', userId)
        .where('public_id', '=', publicId)
        .executeTakeFirst(),
    )
    return numDeletedRows > 0n
  }

  isTakenName(error: unknown): boolean {
    return isUniqueViolation(error)
  }

  private templates(userId: number) {
    return this.db.read.selectFrom('utm_templates').selectAll().where('user_id', '=', userId)
  }
}
