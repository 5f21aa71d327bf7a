// The entries of the audit log, for the account pages and the dashboard.

/** The details of an entry. Addresses are shortened already. */
type Detail = Readonly<Record<string, string | undefined>>

const at = (url = '') => (url ? ` to ${url}` : '')
const named = (name: string | undefined) => (name ? ` “${name}”` : '')
const because = (reason = '') => (reason ? `: ${reason.replace(/[.]$/, '')}` : '')

export const activity = {
  agent: ({ browser, system }: { browser: string | null; system: string | null }) =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
  actions: {
    account_created: 'Account created.',
    account_deleted: 'Account deleted.',
    signed_in: ({ how }: Detail) => `Signed in${how ? ` (${how})` : ''}.`,
    sign_in_failed: 'Failed sign-in: incorrect password.',
    reauthenticated: ({ how }: Detail) => `Identity confirmed${how ? ` (${how})` : ''}.`,
    signed_out: 'Signed out.',
    session_ended: ({ count, provider }: Detail) =>
      `${count && count !== '1' ? `${count} sessions signed out` : 'A session was signed out'}${provider ? ` by ${provider}` : ''}.`,
    password_changed: 'Password changed.',
    password_reset: 'Password reset by e-mail.',
    profile_changed: ({ administrator, account = 'The account' }: Detail) =>
      administrator === undefined
        ? 'Name changed.'
        : administrator === 'yes'
          ? `${account} became an administrator.`
          : `${account} is no longer an administrator.`,
    plan_changed: ({ plan, account }: Detail) =>
      `Plan${account ? ` of ${account}` : ''} changed${plan ? ` to ${plan}` : ''}.`,
    second_factor_enabled: 'Two-factor authentication turned on.',
    second_factor_disabled: 'Two-factor authentication turned off.',
    second_factor_asked: 'Correct password entered. A one-time code was requested.',
    second_factor_failed: 'Failed sign-in: correct password, incorrect code.',
    recovery_codes_renewed: 'New recovery codes created.',
    recovery_code_used: ({ left }: Detail) => `Recovery code used${left ? `, ${left} left` : ''}.`,
    passkey_added: ({ name }: Detail) => `Passkey${named(name)} added.`,
    passkey_removed: ({ name, count }: Detail) =>
      count === undefined
        ? `Passkey${named(name)} removed.`
        : count === '1'
          ? 'Passkey removed.'
          : `All ${count} passkeys removed.`,
    identity_joined: ({ provider, email }: Detail) =>
      `Account connected to ${provider ?? 'single sign-on'}${email ? ` (${email})` : ''}.`,
    identity_removed: ({ email, count = '1' }: Detail) =>
      count === '1'
        ? `Single sign-on identity removed${email ? ` (${email})` : ''}.`
        : `All ${count} single sign-on identities removed.`,
    sign_in_link_created: 'Sign-in link created.',
    key_created: ({ name }: Detail) => `API key${named(name)} created.`,
    key_revoked: ({ count = '1' }: Detail) =>
      count === '1' ? 'API key revoked.' : `All ${count} API keys revoked.`,
    app_created: ({ name }: Detail) => `Application${named(name)} created.`,
    app_changed: ({ name }: Detail) => `Application${named(name)} changed.`,
    app_deleted: ({ name }: Detail) => `Application${named(name)} deleted.`,
    app_secret_rotated: ({ name, count }: Detail) =>
      count === undefined
        ? `Secret of the application${named(name)} rotated.`
        : 'Secrets of your OAuth applications revoked.',
    app_authorized: ({ name }: Detail) => `Access granted to the application${named(name)}.`,
    app_revoked: ({ name, count }: Detail) =>
      count === undefined
        ? `Access removed for the application${named(name)}.`
        : 'Access removed for all connected apps.',
    key_adopted: 'API key of a former member taken over.',
    domain_added: ({ domain }: Detail) => `Domain${named(domain)} added.`,
    domain_verified: ({ domain }: Detail) => `Domain${named(domain)} verified.`,
    domain_removed: ({ domain }: Detail) => `Domain${named(domain)} removed.`,
    domain_settings_changed: ({ domain }: Detail) => `Settings of the domain${named(domain)} changed.`,
    domain_unproved: ({ domain }: Detail) => `The DNS record of the domain${named(domain)} is missing.`,
    domain_lost: ({ domain }: Detail) =>
      `Another account verified the domain${named(domain)} and took it over.`,
    links_moved: ({ count = '1', to, from }: Detail) =>
      `${count === '1' ? '1 link' : `${count} links`} moved${to ? ` to${named(to)}` : ''}${from ? ` from${named(from)}` : ''}.`,
    workspace_created: ({ name }: Detail) => `Workspace${named(name)} created.`,
    workspace_renamed: ({ name }: Detail) => `Workspace renamed to${named(name)}.`,
    workspace_deleted: ({ name }: Detail) => `Workspace${named(name)} deleted.`,
    member_invited: ({ email, role }: Detail) =>
      `Invitation${email ? ` for ${email}` : ''} created${role ? ` (${role})` : ''}.`,
    member_invitation_withdrawn: ({ email }: Detail) =>
      `Invitation${email ? ` for ${email}` : ''} withdrawn.`,
    member_joined: ({ role }: Detail) => `Joined the workspace${role ? ` (${role})` : ''}.`,
    member_left: 'Left the workspace.',
    member_removed: ({ member = 'A member', keys }: Detail) =>
      `${member} removed. Their API keys were ${keys === 'adopted' ? 'taken over' : 'revoked'}.`,
    role_changed: ({ member = 'a member', role }: Detail) =>
      `Role of ${member} changed${role ? ` to ${role}` : ''}.`,
    invitation_sent: ({ email }: Detail) => `Invitation sent${email ? ` to ${email}` : ''}.`,
    invitation_withdrawn: ({ email }: Detail) => `Invitation${email ? ` for ${email}` : ''} withdrawn.`,
    account_blocked: ({ account = 'The account', reason }: Detail) =>
      `${account} was blocked${because(reason)}.`,
    account_unblocked: ({ account = 'The account' }: Detail) => `${account} was unblocked.`,
    link_blocked: ({ link, reason }: Detail) => `The link${named(link)} was blocked${because(reason)}.`,
    account_trusted:
      'An administrator marked the account as trusted. Its links no longer show a warning page.',
    appeal_sent: 'Appeal sent.',
    appeal_decided: ({ outcome }: Detail) =>
      outcome === 'lifted' ? 'Appeal accepted: the block was lifted.' : 'Appeal rejected: the block stays.',
    link_unblocked: ({ link }: Detail) => `The link${named(link)} was unblocked.`,
    microsite_blocked: ({ microsite, reason }: Detail) =>
      `The microsite${named(microsite)} was blocked${because(reason)}.`,
    microsite_unblocked: ({ microsite }: Detail) => `The microsite${named(microsite)} was unblocked.`,
    report_closed: ({ outcome }: Detail) =>
      outcome === 'dismissed' ? 'Report dismissed.' : 'Report closed: the reported item was blocked.',
    webhook_created: ({ url }: Detail) => `Webhook${at(url)} created.`,
    webhook_changed: ({ url, count }: Detail) =>
      count === undefined ? `Webhook${at(url)} changed.` : 'All webhooks turned off.',
    webhook_deleted: ({ url, reason }: Detail) =>
      reason === 'credential_ended'
        ? `Webhook${at(url)} deleted together with the API key or application that created it.`
        : `Webhook${at(url)} deleted.`,
    webhook_secret_rotated: ({ url }: Detail) => `Secret of the webhook${at(url)} rotated.`,
    logo_given_up: ({ host }: Detail) => `A QR code logo from ${host} could not be processed.`,
  },
}
