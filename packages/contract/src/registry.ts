// All operations in one tree, from which every transport derives what it offers.

import type { Operation } from './operation.ts'
import * as abuse from './operations/abuse.ts'
import * as accounts from './operations/accounts.ts'
import * as administration from './operations/administration.ts'
import * as appeals from './operations/appeals.ts'
import * as applications from './operations/applications.ts'
import * as assets from './operations/assets.ts'
import * as audit from './operations/audit.ts'
import * as authenticators from './operations/authenticators.ts'
import * as automation from './operations/automation.ts'
import * as bulkLinks from './operations/bulk-links.ts'
import * as components from './operations/components.ts'
import * as domains from './operations/domains.ts'
import * as links from './operations/links.ts'
import * as me from './operations/me.ts'
import * as microsites from './operations/microsites.ts'
import * as oauth from './operations/oauth.ts'
import * as qr from './operations/qr.ts'
import * as reports from './operations/reports.ts'
import * as sessions from './operations/sessions.ts'
import * as shopItems from './operations/shop-items.ts'
import * as signIn from './operations/sign-in.ts'
import * as statistics from './operations/statistics.ts'
import * as webhooks from './operations/webhooks.ts'

export const api = {
  links: {
    list: links.list,
    create: links.create,
    available: links.available,
    createMany: bulkLinks.create,
    get: links.get,
    update: links.update,
    archive: links.archive,
    unarchive: links.unarchive,
    archiveMany: bulkLinks.archive,
    unarchiveMany: bulkLinks.unarchive,
  },
  statistics: {
    link: statistics.link,
    lifetime: statistics.lifetime,
    breakdown: statistics.breakdown,
    account: statistics.account,
    microsite: microsites.statistics,
    report: reports.report,
  },
  qr: {
    global: qr.global,
    setGlobal: qr.setGlobal,
    link: qr.link,
    setLink: qr.setLink,
    preview: qr.preview,
  },
  microsites: {
    list: microsites.list,
    create: microsites.create,
    available: microsites.available,
    get: microsites.get,
    update: microsites.update,
    publish: microsites.publish,
    remove: microsites.remove,
  },
  components: {
    list: components.list,
    create: components.create,
    // Before the operations whose parameter would match its last segment.
    order: components.order,
    update: components.update,
    remove: components.remove,
  },
  assets: {
    list: assets.list,
    upload: assets.upload,
    remove: assets.remove,
  },
  shopItems: {
    list: shopItems.list,
    create: shopItems.create,
    update: shopItems.update,
    remove: shopItems.remove,
  },
  me: {
    get: me.get,
  },
  accounts: {
    user: accounts.user,
    quota: accounts.quota,
    listKeys: accounts.listKeys,
    createKey: accounts.createKey,
    revokeKey: accounts.revokeKey,
    updateUser: accounts.updateUser,
    changePassword: accounts.changePassword,
    deleteUser: accounts.deleteUser,
  },
  authenticators: {
    secondFactor: authenticators.secondFactor,
    beginSecondFactor: authenticators.beginSecondFactor,
    confirmSecondFactor: authenticators.confirmSecondFactor,
    disableSecondFactor: authenticators.disableSecondFactor,
    renewRecoveryCodes: authenticators.renewRecoveryCodes,
    listPasskeys: authenticators.listPasskeys,
    passkeyOptions: authenticators.passkeyOptions,
    addPasskey: authenticators.addPasskey,
    renamePasskey: authenticators.renamePasskey,
    removePasskey: authenticators.removePasskey,
  },
  signIn: {
    signIn: signIn.signIn,
    reauthenticate: signIn.reauthenticate,
    reauthenticationOptions: signIn.reauthenticationOptions,
    invite: signIn.invite,
  },
  sessions: {
    list: sessions.list,
    end: sessions.end,
    endOthers: sessions.endOthers,
    signOut: sessions.signOut,
  },
  audit: {
    list: audit.list,
  },
  administration: {
    people: administration.people,
    person: administration.person,
    updatePerson: administration.updatePerson,
    blockPerson: administration.blockPerson,
    unblockPerson: administration.unblockPerson,
    trustPerson: administration.trustPerson,
    invitations: administration.invitations,
    withdrawInvitation: administration.withdrawInvitation,
    overview: administration.overview,
    health: administration.health,
  },
  abuse: {
    list: abuse.list,
    close: abuse.close,
    blockLink: abuse.blockLink,
    unblockLink: abuse.unblockLink,
    blockMicrosite: abuse.blockMicrosite,
    unblockMicrosite: abuse.unblockMicrosite,
  },
  appeals: {
    create: appeals.create,
    own: appeals.own,
    list: appeals.list,
    decide: appeals.decide,
  },
  applications: {
    list: applications.list,
    create: applications.create,
    get: applications.get,
    update: applications.update,
    remove: applications.remove,
    rotateSecret: applications.rotateSecret,
  },
  oauth: {
    connectedApps: oauth.connectedApps,
    revokeApp: oauth.revokeApp,
  },
  domains: {
    list: domains.list,
    add: domains.add,
    verify: domains.verify,
    records: domains.records,
    remove: domains.remove,
  },
  webhooks: {
    list: webhooks.list,
    create: webhooks.create,
    get: webhooks.get,
    update: webhooks.update,
    remove: webhooks.remove,
    rotateSecret: webhooks.rotateSecret,
    endOldSecrets: webhooks.endOldSecrets,
    sendTest: webhooks.sendTest,
    listDeliveries: webhooks.listDeliveries,
    getDelivery: webhooks.getDelivery,
    resend: webhooks.resend,
  },
  automation: {
    subscribe: automation.subscribe,
    unsubscribe: automation.unsubscribe,
    samples: automation.samples,
  },
} as const
export type Api = typeof api

/** Every operation of the tree, in its order. */
export const operations: readonly Operation[] = Object.values(api).flatMap(
  (room) => Object.values(room) as unknown as Operation[],
)
