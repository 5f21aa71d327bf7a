// The dashboard's operations on uploaded images.
import { type Api, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { assetRecord } from './assets.ts'
import { type UploadingNeeds, upload } from './uploading.ts'

export function assetOperations(needs: UploadingNeeds): Handlers<Api['assets']> {
  const { store } = needs
  return {
    async list({ limit, after }, { caller }) {
      const rows = await store.page(caller.workspaceId, after ?? null, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(assetRecord),
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    upload: ({ file, title }, { caller, now, once }) =>
      upload(needs, { userId: caller.workspaceId, file, title, now, once }),

    async remove({ id }, { caller, now }) {
      if (!(await store.remove(caller.workspaceId, id, unixSeconds(now)))) throw new Refusal('not_found')
      return { data: { id, deleted: true } }
    },
  }
}
