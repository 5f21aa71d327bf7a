// The operations on the lists of mistyped codes.
import { type Api, type MistypedCode, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Links } from '../links/index.ts'
import type { ListedMiss, MissListStore } from './list-store.ts'

export interface MissOperationNeeds {
  store: MissListStore
  links: Pick<Links, 'addressOf'>
}

export function missOperations({ store, links }: MissOperationNeeds): Handlers<Api['mistypedCodes']> {
  const list = mistypedCodesOf({ store, links })
  const defaultHost = links.addressOf({ code: '', domain_name: null }).domain
  return {
    async list(_input, { caller }) {
      return { data: await list(caller.workspaceId) }
    },
    async dismiss({ domain, code }, { caller, now }) {
      const name = domain.toLowerCase() === defaultHost ? null : domain.toLowerCase()
      if (!(await store.dismiss(caller.workspaceId, { domain: name, code }, unixSeconds(now))))
        throw new Refusal('not_found', 'This code is not on your list of mistyped codes.')
      return { data: { code, dismissed: true as const } }
    },
  }
}

/** Reads a workspace's mistyped codes, the most frequent first. */
export function mistypedCodesOf({ store, links }: MissOperationNeeds) {
  return async (workspaceId: number): Promise<MistypedCode[]> => (await store.list(workspaceId)).map(record)

  function record(row: ListedMiss): MistypedCode {
    const { code, asked, last_at, domain_name, public_id, short, title } = row
    const { domain } = links.addressOf({ code, domain_name })
    return {
      ...{ code, domain, asked, last_at },
      link:
        public_id === null || short === null
          ? null
          : {
              ...{ id: public_id, short, title: title ?? '' },
              short_url: links.addressOf({ code: short, domain_name }).short_url,
            },
    }
  }
}
