// The contract's face: what the server, the pages and the dashboard may import.
export { type AbuseReason, type AbuseReport, abuseReasons } from './abuse.ts'
export { type ApiKey, Quota, User } from './accounts.ts'
export type { Health, Overview, PendingInvitation, Person, PlanRecord } from './administration.ts'
export type { Appeal, OwnAppeal } from './appeals.ts'
export { Application, appNameFault, redirectUriFault } from './applications.ts'
export { type Asset, assetBytes, type ReceivedFile } from './assets.ts'
export type { AuditAction, AuditEvent } from './audit.ts'
export { type NewCredential, type Passkey, type SecondFactor, UsedCredential } from './authenticators.ts'
export { addressIn, eventsIn } from './automation.ts'
export { BulkItem } from './bulk-links.ts'
export { ApiError, type CallOptions, type Client, type ClientOptions, createClient } from './client.ts'
export {
  type ComponentData,
  type ComponentKind,
  componentData,
  componentKinds,
  hasPassword,
  readComponentData,
  shapeName,
  uniqueKinds,
} from './component-data.ts'
export { AssetPath } from './component-values.ts'
export { Component } from './components.ts'
export type { Domain, DomainRecords } from './domains.ts'
export {
  commonErrors,
  type ErrorCode,
  type ErrorDetail,
  errorCodes,
  invalidField,
  Refusal,
  statusOf,
} from './errors.ts'
export { clickEventTypes, type EventType, eventScopes, eventTypes } from './event-types.ts'
export { type ClickedLink, eventMeanings, events, type ScannedMicrosite, WebhookEvent } from './events.ts'
export { Link } from './links.ts'
export type { Me } from './me.ts'
export { Microsite, type PublishedMicrosite } from './microsites.ts'
export type { ConnectedApp } from './oauth.ts'
export {
  type AnswerOf,
  type ArgumentsOf,
  hintsOf,
  type InputOf,
  type Operation,
  type Tool,
  type ToolHints,
} from './operation.ts'
export { QrSettings } from './qr.ts'
export { type Api, api, operations } from './registry.ts'
export {
  LiveClick,
  Report,
  type ReportCounts,
  type ReportNote,
  type ReportPoint,
  reportNotes,
} from './reports.ts'
export { allScopes, isScope, type Scope, scopes } from './scopes.ts'
export type { Session } from './sessions.ts'
export { ShopItem } from './shop-items.ts'
export type { Invitation } from './sign-in.ts'
export { AccountStats, Breakdowns, StatPoint } from './statistics.ts'
export { validate } from './validation.ts'
export { CalendarDate, Email, hostOf, Name, shortCodePattern, text, UnixTime } from './values.ts'
export { type Delivery, type DeliveryAttempt, TargetUrl, type Webhook } from './webhooks.ts'
