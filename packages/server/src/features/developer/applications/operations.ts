// What a developer does with the OAuth applications of an account.
import { type Api, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Audit } from '../../identity/audit/index.ts'
import { addSecret, applicationRecord, appRow, scopeText } from './applications.ts'
import type { ApplicationStore, AppRow } from './store.ts'

const mostPerAccount = 100

export function applicationOperations(store: ApplicationStore, audit: Audit): Handlers<Api['applications']> {
  async function owned(userId: number, id: string): Promise<AppRow> {
    const app = await store.byId(id)
    if (app?.user_id !== userId) throw new Refusal('not_found')
    return app
  }
  const record = async (app: AppRow, now: number) =>
    applicationRecord(app, await store.secrets([app.id], unixSeconds(now)))

  return {
    async list(_input, { caller, now }) {
      const apps = await store.of(caller.userId)
      const secrets = await store.secrets(
        apps.map(({ id }) => id),
        unixSeconds(now),
      )
      return { data: apps.map((app) => applicationRecord(app, secrets)) }
    },

    async create({ name, type, homepage, redirect_uris, scopes }, { caller, client, now }) {
      const { userId } = caller
      const confidential = type === 'confidential'
      const app = appRow({
        userId,
        kind: 'account',
        name,
        homepage: homepage ?? null,
        confidential,
        redirectUris: redirect_uris,
        scopes,
        now,
      })
      const secret = await store.transaction(async (tx) => {
        if ((await store.countForUpdate(tx, userId)) >= mostPerAccount)
          throw new Refusal(
            'plan_limit',
            `An account can have ${mostPerAccount} applications. Delete one first.`,
          )
        await store.insert(tx, app)
        const detail = { client_id: app.id, name }
        await audit.write(tx, { userId, action: 'app_created', detail, client, now })
        return confidential ? (await addSecret(store, tx, app.id, now)).secret : null
      })
      return { data: { ...(await record(app, now)), client_secret: secret } }
    },

    async get({ clientId }, { caller, now }) {
      return { data: await record(await owned(caller.userId, clientId), now) }
    },

    async update({ clientId, name, homepage, redirect_uris, scopes }, { caller, client, now }) {
      const { userId } = caller
      const app = await store.transaction(async (tx) => {
        const changed = await store.update(tx, userId, clientId, {
          updated_at: unixSeconds(now),
          ...(name === undefined ? {} : { name }),
          ...(homepage === undefined ? {} : { homepage }),
          ...(redirect_uris === undefined
            ? {}
            : { redirect_uris: JSON.stringify([...new Set(redirect_uris)]) }),
          ...(scopes === undefined ? {} : { scopes: scopeText(scopes) }),
        })
        if (!changed) throw new Refusal('not_found')
        const detail = { client_id: clientId, name: changed.name }
        await audit.write(tx, { userId, action: 'app_changed', detail, client, now })
        return changed
      })
      return { data: await record(app, now) }
    },

    async remove({ clientId }, { caller, client, now }) {
      const { userId } = caller
      await store.transaction(async (tx) => {
        const name = await store.markDeleted(tx, userId, clientId, unixSeconds(now))
        if (name === null) throw new Refusal('not_found')
        await audit.write(tx, {
          userId,
          action: 'app_deleted',
          detail: { client_id: clientId, name },
          client,
          now,
        })
      })
      return { data: { client_id: clientId, deleted: true } }
    },

    async rotateSecret({ clientId, keep_old_for }, { caller, client, now }) {
      const { userId } = caller
      const app = await owned(userId, clientId)
      if (app.confidential !== 1)
        throw new Refusal('forbidden', 'A public application has no secret: it proves itself with PKCE.')
      const { secret } = await store.transaction(async (tx) => {
        // Two at once are enough to change over, however often it is changed.
        await store.deleteEndingSecrets(tx, clientId)
        await store.endSecrets(tx, clientId, unixSeconds(now) + keep_old_for)
        await audit.write(tx, {
          userId,
          action: 'app_secret_rotated',
          detail: { client_id: clientId, name: app.name },
          client,
          now,
        })
        return await addSecret(store, tx, clientId, now)
      })
      return { data: { ...(await record(app, now)), client_secret: secret } }
    },
  }
}
