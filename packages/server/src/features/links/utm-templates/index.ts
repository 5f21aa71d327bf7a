// UTM templates: saved sets of campaign parameters. The feature's public API.
import { type Api, invalidField } from '@linnet/contract'
import { addUtm } from '@linnet/contract/utm'
import { LongUrl } from '@linnet/contract/values'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { templateOperations } from './operations.ts'
import { UtmTemplateStore } from './store.ts'

export interface UtmTemplates extends Module {
  operations: { utmTemplates: Handlers<Api['utmTemplates']> }
  /**
   * A destination with the parameters of a workspace's template; unchanged without one. Refuses a template that doesn't exist,
   * and one that makes the destination too long.
   */
  applied(userId: number, id: string | null | undefined, longUrl: string): Promise<string>
}

export function createUtmTemplates({ db }: { db: Database }): UtmTemplates {
  const store = new UtmTemplateStore(db)
  return {
    operations: { utmTemplates: templateOperations(store) },
    async applied(userId, id, longUrl) {
      if (!id) return longUrl
      const template = await store.byPublicId(userId, id)
      if (!template) throw invalidField('utm_template', { code: 'unknown_template' })
      const { source, medium, campaign, term, content } = template
      const tagged = addUtm(longUrl, {
        utm_source: source ?? '',
        utm_medium: medium ?? '',
        utm_campaign: campaign ?? '',
        utm_term: term ?? '',
        utm_content: content ?? '',
      })
      if (!LongUrl.safeParse(tagged).success)
        throw invalidField('long_url', { code: 'too_long', params: { most: 8192, unit: 'character' } })
      return tagged
    },
  }
}
