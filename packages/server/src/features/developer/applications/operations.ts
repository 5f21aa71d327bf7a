// The operations of OAuth applications, which developers use in the dashboard.
import { type Api, type Application, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Audit } from '../../identity/audit/index.ts'
import { addSecret, applicationRecord, appRow, scopeText } from './applications.ts'
import type { ApplicationStore, AppRow } from './store.ts'

const mostPerAccount = 100

interface ApplicationOperationNeeds {
  store: ApplicationStore
  audit: Audit
}

type ApplicationHandlers = Handlers<Api['applications']>

export function applicationOperations(needs: ApplicationOperationNeeds): ApplicationHandlers {
  return {
    list: listApplications(needs),
    create: createApplication(needs),
    get: getApplication(needs),
    update: updateApplication(needs),
    remove: removeApplication(needs),
    rotateSecret: rotateSecret(needs),
  }
}

function listApplications({ store }: ApplicationOperationNeeds): ApplicationHandlers['list'] {
  return async (_input, { caller, now }) => {
    const apps = await store.of(caller.workspaceId)
    const ids = apps.map(({ id }) => id)
    const secrets = await store.secrets(ids, unixSeconds(now))
    return { data: apps.map((app) => applicationRecord(app, secrets)) }
  }
}

function createApplication({ store, audit }: ApplicationOperationNeeds): ApplicationHandlers['create'] {
  return async ({ name, type, homepage = null, redirect_uris, scopes }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    const confidential = type === 'confidential'
    const wanted = { userId, kind: 'account', name, homepage, confidential, scopes, now } as const
    const app = appRow({ ...wanted, redirectUris: redirect_uris })
    const secret = await store.transaction(async (tx) => {
      if ((await store.countForUpdate(tx, userId)) >= mostPerAccount)
        throw new Refusal(
          'plan_limit',
          `An account can have at most ${mostPerAccount} applications. Delete one first.`,
        )
      await store.insert(tx, app)
      const detail = { client_id: app.id, name }
      await audit.write(tx, { userId, action: 'app_created', detail, client, now })
      return confidential ? (await addSecret(store, tx, { appId: app.id, now })).secret : null
    })
    return { data: { ...(await readRecord(store, app, now)), client_secret: secret } }
  }
}

function getApplication({ store }: ApplicationOperationNeeds): ApplicationHandlers['get'] {
  return async ({ clientId }, { caller, now }) => {
    const app = await requireOwnApp(store, caller.workspaceId, clientId)
    return { data: await readRecord(store, app, now) }
  }
}

function updateApplication({ store, audit }: ApplicationOperationNeeds): ApplicationHandlers['update'] {
  return async ({ clientId, name, homepage, redirect_uris, scopes }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    const changes = {
      updated_at: unixSeconds(now),
      ...(name === undefined ? {} : { name }),
      ...(homepage === undefined ? {} : { homepage }),
      ...(redirect_uris === undefined ? {} : { redirect_uris: JSON.stringify([...new Set(redirect_uris)]) }),
      ...(scopes === undefined ? {} : { scopes: scopeText(scopes) }),
    }
    const app = await store.transaction(async (tx) => {
      const changed = await store.update(tx, { userId, id: clientId, changes })
      if (!changed) throw new Refusal('not_found')
      const detail = { client_id: clientId, name: changed.name }
      await audit.write(tx, { userId, action: 'app_changed', detail, client, now })
      return changed
    })
    return { data: await readRecord(store, app, now) }
  }
}

function removeApplication({ store, audit }: ApplicationOperationNeeds): ApplicationHandlers['remove'] {
  return async ({ clientId }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    await store.transaction(async (tx) => {
      const name = await store.markDeleted(tx, { userId, id: clientId, now: unixSeconds(now) })
      if (name === null) throw new Refusal('not_found')
      const detail = { client_id: clientId, name }
      await audit.write(tx, { userId, action: 'app_deleted', detail, client, now })
    })
    return { data: { client_id: clientId, deleted: true } }
  }
}

function rotateSecret({ store, audit }: ApplicationOperationNeeds): ApplicationHandlers['rotateSecret'] {
  return async ({ clientId, keep_old_for }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    const app = await requireOwnApp(store, userId, clientId)
    if (app.confidential !== 1)
      throw new Refusal('forbidden', 'A public application has no secret. It uses PKCE instead.')
    const { secret } = await store.transaction(async (tx) => {
      // At most two are valid at once, however often the secret is rotated: enough for a changeover.
      await store.deleteEndingSecrets(tx, clientId)
      await store.endSecrets(tx, clientId, unixSeconds(now) + keep_old_for)
      const detail = { client_id: clientId, name: app.name }
      await audit.write(tx, { userId, action: 'app_secret_rotated', detail, client, now })
      return await addSecret(store, tx, { appId: clientId, now })
    })
    return { data: { ...(await readRecord(store, app, now)), client_secret: secret } }
  }
}

async function requireOwnApp(store: ApplicationStore, userId: number, id: string): Promise<AppRow> {
  const app = await store.byId(id)
  if (app?.user_id !== userId) throw new Refusal('not_found')
  return app
}

async function readRecord(store: ApplicationStore, app: AppRow, now: number): Promise<Application> {
  return applicationRecord(app, await store.secrets([app.id], unixSeconds(now)))
}
