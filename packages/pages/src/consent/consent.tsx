// The consent screen: which application asks for what, who is signed in, and where the browser goes afterwards.
import { isScope, type WorkspaceSummary } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { Hidden, renderFormPage } from '../forms/form-page.tsx'
import { accountMessagesIn, type ConsentMessages, consentMessagesIn, scopeSentencesIn } from '../messages.ts'
import { Destination } from './destination.tsx'

export interface ConsentPage {
  app: {
    name: string
    /**
     * How far its name can be trusted. `own`: registered in a workspace of this person or by an administrator; `neighbour`: by
     * another account here; `registered`: by itself; `document`: by the host of its metadata document.
     */
    standing: 'own' | 'neighbour' | 'registered' | 'document'
    host: string | null
  }
  redirectUri: string
  scopes: string[]
  /** Whether it can subscribe to events, which takes API access and a scope that reads something. */
  receivesEvents: boolean
  account: { name: string; email: string }
  /** The workspaces to choose from, the person's own first. */
  workspaces: readonly WorkspaceSummary[]
  /** The form's address. */
  action: string
  /** Identifies the request. */
  request: string
}

/** The buttons send `decision`: `allow`, `deny` or `switch`. */
export function renderConsentPage(page: ConsentPage, language: Language): string {
  const messages = consentMessagesIn(language)
  const scopes = scopeSentencesIn(language)
  const { app, account } = page
  const { before, after } = messages.title
  return renderFormPage({
    language,
    title: `${before}${app.name}${after}`,
    children: (
      <div class="consent">
        <h1>
          {before}
          <bdi>{app.name}</bdi>
          {after}
        </h1>
        <AboutApp page={page} messages={messages} />
        <p class="text">{messages.scopesIntro}</p>
        <ul class="scopes">
          {page.scopes.filter(isScope).map((scope) => (
            <li>{scopes[scope]}</li>
          ))}
          {page.receivesEvents ? <li>{messages.events}</li> : null}
        </ul>
        <dl class="panel">
          <dt>{messages.signedInAs}</dt>
          <dd>
            {account.name ? (
              <>
                <bdi>{account.name}</bdi> ·{' '}
              </>
            ) : null}
            <bdi>{account.email}</bdi>
            <button class="link" type="submit" name="decision" value="switch" form="decision">
              {messages.switchAccount}
            </button>
          </dd>
          <dt>{messages.destination}</dt>
          <dd>
            <Destination address={page.redirectUri} messages={messages} />
          </dd>
        </dl>
        <form method="post" action={page.action} id="decision">
          <Hidden fields={{ request: page.request }} />
          <WorkspaceChoice page={page} messages={messages} />
          <div class="decision">
            <button class="button" type="submit" name="decision" value="allow">
              {messages.allow}
            </button>
            <button class="button second" type="submit" name="decision" value="deny">
              {messages.deny}
            </button>
          </div>
          <p class="small">{messages.takeBack(accountMessagesIn(language).sections.apps)}</p>
        </form>
      </div>
    ),
  })
}

/** Which workspace's data the application gets; people who have only their own don't choose. */
const WorkspaceChoice = ({
  page: { workspaces },
  messages,
}: {
  page: ConsentPage
  messages: ConsentMessages
}) => {
  const [only] = workspaces
  if (!only) return null
  if (workspaces.length === 1 && only.personal) return null
  return (
    <label>
      {messages.workspace}
      <select name="workspace" aria-describedby="workspace-hint">
        {workspaces.map(({ id, name, role, personal }) => (
          <option value={id}>
            {personal ? messages.ownWorkspace : role === 'viewer' ? messages.readOnly(name) : name}
          </option>
        ))}
      </select>
      <span class="small" id="workspace-hint">
        {messages.workspaceHint}
      </span>
    </label>
  )
}

/** What is known about an application besides the name that it has given itself. */
const AboutApp = ({ page: { app }, messages }: { page: ConsentPage; messages: ConsentMessages }) => {
  if (app.standing === 'own') return null
  return (
    <>
      {app.host === null ? null : (
        <p class="text">
          {messages.from} <bdi dir="ltr">{app.host}</bdi>
        </p>
      )}
      <p class="message alert">{app.standing === 'neighbour' ? messages.neighbour : messages.unverified}</p>
    </>
  )
}
