// The operations on UTM templates.
import { type Api, invalidField, Refusal, type UtmTemplate } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { TemplateRow, UtmTemplateStore } from './store.ts'

const mostTemplates = 100
const parameters = ['source', 'medium', 'campaign', 'term', 'content'] as const
type Parameters = Pick<TemplateRow, (typeof parameters)[number]>

export function templateOperations(store: UtmTemplateStore): Handlers<Api['utmTemplates']> {
  return {
    async list(_input, { caller }) {
      return { data: (await store.all(caller.workspaceId)).map(templateRecord) }
    },

    async create({ name, ...given }, { caller, now, once }) {
      const time = unixSeconds(now)
      const template: TemplateRow = {
        ...{ public_id: newId('utm', now), user_id: caller.workspaceId, name },
        ...(Object.fromEntries(parameters.map((one) => [one, given[one] || null])) as unknown as Parameters),
        ...{ created_at: time, updated_at: time },
      }
      return await once(async (tx) => {
        const outcome = await store.insert(tx, template, mostTemplates)
        if (outcome === 'exists') throw nameTaken()
        if (outcome === 'full')
          throw new Refusal(
            'plan_limit',
            `A workspace can have at most ${mostTemplates} UTM templates. Delete some first.`,
          )
        return { data: templateRecord(template) }
      })
    },

    async update({ id, name, ...given }, { caller, now }) {
      const changed = parameters.flatMap((one) =>
        given[one] === undefined ? [] : [[one, given[one] || null]],
      ) as [string, string | null][]
      const change = {
        ...(name ? { name } : {}),
        ...Object.fromEntries(changed),
        updated_at: unixSeconds(now),
      }
      try {
        if (!(await store.change(caller.workspaceId, id, change))) throw noSuchTemplate()
      } catch (error) {
        throw store.isTakenName(error) ? nameTaken() : error
      }
      const row = await store.byPublicId(caller.workspaceId, id)
      if (!row) throw noSuchTemplate()
      return { data: templateRecord(row) }
    },

    async remove({ id }, { caller }) {
      if (!(await store.remove(caller.workspaceId, id))) throw noSuchTemplate()
      return { data: { id, deleted: true } }
    },
  }
}

function templateRecord({ public_id, user_id: _owner, ...row }: TemplateRow): UtmTemplate {
  return { id: public_id, ...row }
}

const nameTaken = () => invalidField('name', { code: 'template_exists' })
const noSuchTemplate = () => new Refusal('not_found')
