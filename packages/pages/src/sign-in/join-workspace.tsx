// Joining a workspace: who invited the person, to which workspace, in which role, and with which account they join.
import { Hidden } from '../forms/form-page.tsx'
import type { SignInMessages } from '../messages.ts'
import type { SignInPage } from './sign-in-page.ts'

type Page = Extract<SignInPage, { kind: 'join-workspace' }>

export const JoinWorkspaceForm = ({
  messages: { joinWorkspace: join },
  page,
}: {
  messages: SignInMessages
  page: Page
}) => (
  <>
    <h1>
      <bdi>{join.title(page.workspace)}</bdi>
    </h1>
    <p class="text">
      <bdi>{join.text(page.inviter)}</bdi> {join.roles[page.role]}
    </p>
    {page.email === null ? (
      <p class="action">
        {page.signUp === null ? null : (
          <a class="button" href={page.signUp}>
            {join.signUp}
          </a>
        )}
        <a class={page.signUp === null ? 'button' : 'button second'} href={page.signIn}>
          {join.signIn}
        </a>
      </p>
    ) : (
      <form method="post" action="/account/join">
        <Hidden fields={{ token: page.token }} />
        {page.invited === null ? (
          <>
            <p class="small">{join.signedInAs(page.email)}</p>
            <button class="button" type="submit">
              {join.submit}
            </button>
          </>
        ) : (
          <p class="message alert">{join.other(page.invited, page.email)}</p>
        )}
        <p class="links">
          <button class="link" type="submit" name="decision" value="switch">
            {join.switchAccount}
          </button>
        </p>
      </form>
    )}
  </>
)
