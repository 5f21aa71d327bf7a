// The contract's public API: what the server, the pages and the dashboard may import.

export { ApiError, type CallOptions, type Client, type ClientOptions, createClient } from './client.ts'
export {
  type ComponentData,
  type ComponentKind,
  componentData,
  componentKinds,
  hasPassword,
  isEmptyComponent,
  kindDescriptors,
  readComponentData,
  shapeName,
} from './components/component-kinds.ts'
export { AssetPath } from './components/component-values.ts'
export { spreadsheetFormula } from './csv.ts'
export {
  commonErrors,
  type ErrorCode,
  errorCodes,
  invalidField,
  lacksScope,
  Refusal,
  statusOf,
} from './errors.ts'
export { clickEventTypes, type EventType, eventScopes, eventTypes } from './event-types.ts'
export { type ClickedLink, eventMeanings, events, type ScannedMicrosite, WebhookEvent } from './events.ts'
export { exampleOf } from './examples.ts'
export {
  detailOf,
  type ErrorDetail,
  type Fault,
  type FaultSentences,
  faultIn,
  faultSentence,
} from './faults.ts'
export { mostHistoryEntries, mostSwitches, undoSeconds } from './history/limits.ts'
export {
  type AnswerOf,
  type ArgumentsOf,
  answeredEnvelope,
  hintsOf,
  type InputOf,
  type Operation,
  type Tool,
  type ToolHints,
} from './operation.ts'
export { type AbuseReason, type AbuseReport, abuseReasons } from './operations/abuse.ts'
export { type ApiKey, Quota, User } from './operations/accounts.ts'
export type { Health, Overview, PendingInvitation, Person, PlanRecord } from './operations/administration.ts'
export { type Alias, mostAliases } from './operations/aliases.ts'
export type { Appeal, OwnAppeal } from './operations/appeals.ts'
export { Application, appNameFault, redirectUriFault } from './operations/applications.ts'
export { type Asset, assetBytes, type ReceivedFile } from './operations/assets.ts'
export type { AuditAction, AuditEvent } from './operations/audit.ts'
export {
  type NewCredential,
  type Passkey,
  type SecondFactor,
  UsedCredential,
} from './operations/authenticators.ts'
export { addressIn, eventsIn, usualEvents } from './operations/automation.ts'
export { BulkItem } from './operations/bulk-links.ts'
export { Component } from './operations/components.ts'
export type { DomainSettings } from './operations/domain-settings.ts'
export type { Domain, DomainRecords } from './operations/domains.ts'
export { type Explanation, explainChecks, NotCounted } from './operations/explain.ts'
export type {
  ActorKind,
  Change as ChangeRecord,
  ChangeAction,
  ChangedThing,
  FieldChange,
  HistoryEntry,
  PlannedSwitch,
} from './operations/history.ts'
export {
  type BrokenChoice,
  brokenChoices,
  type CheckedLink,
  type CheckOutcome,
  LinkHealth,
} from './operations/link-health.ts'
export { Link } from './operations/links.ts'
export type { Me } from './operations/me.ts'
export {
  type MicrositeVersion,
  type MicrositeVersionContent,
  mostVersions,
  type VersionChanges,
  versionFields,
} from './operations/microsite-versions.ts'
export { Microsite, PublishedMicrosite } from './operations/microsites.ts'
export type { MistypedCode } from './operations/mistyped-codes.ts'
export type { ConnectedApp } from './operations/oauth.ts'
export type { LinkPlacements, Placement, PlannedPlacement } from './operations/placements.ts'
export { QrSettings } from './operations/qr.ts'
export {
  LiveClick,
  Report,
  type ReportCounts,
  type ReportNote,
  type ReportPoint,
  reportNotes,
} from './operations/reports.ts'
export type { Session } from './operations/sessions.ts'
export { ShopItem } from './operations/shop-items.ts'
export type { Invitation } from './operations/sign-in.ts'
export type { Identity, SignInMethods } from './operations/single-sign-on.ts'
export { AccountStats, Breakdowns, RuleClicks, StatPoint } from './operations/statistics.ts'
export {
  mostTagsOfLink,
  type Tag,
  type TagColor,
  TagName,
  tagColors,
} from './operations/tags.ts'
export { UtmTemplate } from './operations/utm-templates.ts'
export { type Delivery, type DeliveryAttempt, TargetUrl, type Webhook } from './operations/webhooks.ts'
export type { Member, MemberInvitation, Workspace, WorkspaceSummary } from './operations/workspaces.ts'
export { type ConditionName, Conditions, type GivenRules, Rule } from './redirect-rules.ts'
export { type Api, api, operations } from './registry.ts'
export { isAtLeast, isRole, mayGrant, type Role, roles } from './roles.ts'
export {
  countryCodes,
  type DeviceKind,
  destinationId,
  deviceKinds,
  mostDestinations,
  mostRuleNumber,
  mostRules,
  mostWeight,
  numberOfId,
  type OperatingSystem,
  operatingSystems,
  ruleId,
  type Weekday,
  weekdays,
} from './rule-values.ts'
export { allScopes, isScope, type Scope, scopes, scopesIn } from './scopes.ts'
export { shortCodePattern } from './short-codes.ts'
export { validate } from './validation.ts'
export { CalendarDate, Email, hostOf, Name, text, UnixTime } from './values.ts'
