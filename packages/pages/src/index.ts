// The public API of the pages package: data in, HTML strings out, and the Content-Security-Policies for those pages.
export {
  type AccountFrame,
  type AccountPage,
  type Agent,
  type ShownEvent,
  type Success,
  successes,
  type Wrong,
} from './account/account-page.ts'
export { renderAccountDeleted } from './account/deleted.tsx'
export { passkeySignInScript } from './account/passkey-script.ts'
export { renderAccountPage, scriptOfAccountPage } from './account/render.tsx'
export { type AppealPage, renderAppealPage } from './appeal/appeal.tsx'
export { viewOf } from './components/index.ts'
export { linksIn } from './components/linked-text.ts'
export { type ConsentPage, renderConsentPage } from './consent/consent.tsx'
export { type ConsentFault, renderConsentFault } from './consent/consent-fault.tsx'
export { type ConsentStop, renderConsentStop } from './consent/consent-stop.tsx'
export { isOnThisDevice } from './consent/destination.tsx'
export { renderDashboardPage, renderPreviewFrame } from './dashboard-page.tsx'
export { formPagePolicy } from './forms/form-page-policy.ts'
export { renderRefusalPage } from './forms/refusal-page.tsx'
export type {
  Lock,
  MicrositePage,
  ShownComponent,
  ShownImage,
  ShownItem,
} from './microsite/microsite-page.ts'
export { tapAddress } from './microsite/microsite-page.ts'
export { previewSvg } from './microsite/preview-svg.ts'
export { renderMicrosite } from './microsite/render.tsx'
export { type ReportPage, renderReportPage } from './report/report.tsx'
export { renderSecurityNotice } from './security-notices/render.ts'
export type { SecurityNoticeKind } from './security-notices/security-notice.ts'
export { renderSignInMessage, renderSignInPage } from './sign-in/render.tsx'
export type {
  Ends,
  OneTimePurpose,
  PasskeySignIn,
  PasswordFault,
  SignInMessage,
  SignInPage,
  WrongFields,
} from './sign-in/sign-in-page.ts'
export { faviconName, type StaticFile, staticFiles, staticFolder } from './static-files.ts'
export { themeNamed, themeNames, themes } from './themes/index.ts'
export { type LinkCard, renderCard } from './visitor/card.tsx'
export { type BrandDress, type DomainBrand, dressOf } from './visitor/domain-brand.ts'
export { isBranded, renderVisitorPage } from './visitor/render.tsx'
export type { VisitorPage } from './visitor/visitor-page.ts'
export { contentSecurityPolicy } from './visitor-page-policy.ts'
