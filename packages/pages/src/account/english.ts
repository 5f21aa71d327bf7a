// The English messages of the account pages.
import { shortAddress } from '../web-address.ts'
import type { AccountMessages } from './messages.ts'

const at = (url = '') => (url ? ` to ${shortAddress(url)}` : '')
const named = (name: string | undefined) => (name ? ` “${name}”` : '')
const because = (reason = '') => (reason ? `: ${reason.replace(/[.]$/, '')}` : '')

export const english: AccountMessages = {
  signOut: 'Sign out',
  dashboard: 'Dashboard',
  navigation: 'Your account',
  sections: {
    overview: 'Overview',
    security: 'Security',
    sessions: 'Sessions',
    apps: 'Connected apps',
    activity: 'Activity',
  },
  wrong: {
    password: 'That password is not right. Nothing was changed. Try again.',
    tries: 'Too many tries. Wait a minute, then try again.',
    name: 'A name has 1 to 100 characters.',
    code: 'That is not the code that the app shows now. Type the newest one.',
  },
  success: {
    name: 'Your name is saved.',
    password: 'Your password is changed, and you are signed out everywhere else.',
    'second-factor-off': 'One-time codes are off. Your password alone signs you in.',
    'passkey-added': 'The passkey is ready. You can sign in with it from now on.',
    'passkey-renamed': 'The passkey has its new name.',
    'passkey-removed': 'The passkey is removed.',
    'session-ended': 'That session has ended.',
    'sessions-ended': 'You are signed out everywhere else.',
    'app-revoked': 'The application has no access to your account any more.',
  },
  password: 'Your password',
  passwordHint: 'So that nobody else does this at your open computer.',
  back: 'Back',
  overview: {
    email: 'E-mail',
    plan: 'Plan',
    since: 'Account since',
    name: 'Name',
    nameHint: 'As others see it.',
    save: 'Save the name',
    usage: 'Used so far',
    resets: (day) => `What counts by the month starts again on ${day}.`,
    counters: {
      links: 'Links this month',
      custom_slug_renames: 'Renamed links this month',
      microsites: 'Microsites',
      mcp_calls: 'Tool calls this month',
    },
    used: (used, limit) => (limit === null ? `${used}, no limit` : `${used} of ${limit}`),
    more: 'More',
    docs: 'API reference',
    delete: 'Delete the account',
  },
  security: {
    password: 'Password',
    passwordText: 'Changing it signs you out everywhere else.',
    changePassword: 'Change password',
    secondFactor: 'One-time codes',
    on: 'On: signing in with your password also asks for a code.',
    off: 'Off. With them, a stolen password alone opens nothing.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    recoveryCodes: 'Recovery codes',
    left: (codes) => (codes === 1 ? '1 unused code is left.' : `${codes} unused codes are left.`),
    newCodes: 'Make new codes',
    passkeys: 'Passkeys',
    passkeysText:
      'Sign in with your finger, your face or the PIN of your device. A passkey stands for password and code together.',
    noPasskeys: 'You have none yet.',
    addPasskey: 'Add a passkey',
    change: 'Change',
    added: (day) => `Added on ${day}.`,
    lastUsed: (when) => `Last used ${when}.`,
    neverUsed: 'Not used yet.',
  },
  confirm: {
    title: 'Confirm it’s you',
    text: 'This affects the security of your account, so please confirm that it’s you. We won’t ask again for ten minutes.',
    submit: 'Confirm',
    or: 'or',
    passkey: 'Use a passkey',
  },
  newPassword: {
    title: 'Change your password',
    text: 'You stay signed in here. All your other sessions end.',
    current: 'Current password',
    next: 'New password',
    hint: '10 characters or more. A few words in a row make a good one.',
    submit: 'Change password',
    faults: {
      too_short: 'Choose one with 10 characters or more.',
      too_long: 'Choose one with 1,024 characters at most.',
      common: 'Many people use this one, so it is guessed first. Choose another.',
      email: 'This is your own e-mail or name. Choose something that others do not know.',
    },
  },
  turnOn: {
    title: 'Turn on one-time codes',
    text: 'You need an authenticator app on your phone or computer. It shows a new code every 30 seconds.',
    submit: 'Continue',
  },
  turnOff: {
    title: 'Turn off one-time codes',
    text: 'Your password alone signs you in then. Your recovery codes stop working too.',
    submit: 'Turn off',
  },
  enrolment: {
    title: 'Add this to your app',
    text: 'Scan the picture with your authenticator app, then type the code that it shows.',
    typed: 'Or type this key into the app:',
    code: 'Code from the app',
    hint: 'Six digits.',
    submit: 'Turn on',
    again: 'Begin again with another key',
  },
  recoveryCodes: {
    title: 'Make new recovery codes',
    text: 'You get ten new codes. The old ones stop working.',
    submit: 'Make new codes',
  },
  newCodes: {
    title: 'Keep these codes',
    text: 'Each signs you in once if you lose your app. Write them down or save them where only you can find them: they are not shown again.',
    done: 'I have kept them',
  },
  addPasskey: {
    title: 'Add a passkey',
    text: 'Your browser then asks where to keep it: on this device, in a password manager, or on a security key.',
    name: 'Name',
    hint: 'So that you know it again, such as the name of the device.',
    suggestion: 'My passkey',
    submit: 'Create the passkey',
    noScript: 'Passkeys need JavaScript. Everything else here works without.',
    notHere: 'This browser cannot make passkeys here. Try a newer one, or another device.',
  },
  passkey: {
    name: 'Name',
    rename: 'Save the name',
    removeTitle: 'Remove this passkey',
    removeText: 'Nobody signs in with it any more. Delete it from your device or password manager as well.',
    remove: 'Remove',
  },
  sessions: {
    title: 'Where you are signed in',
    text: 'Sign out what you do not recognise, and change your password then.',
    current: 'This one',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    since: (when) => `signed in ${when}`,
    seen: (when) => `last seen ${when}`,
    seenNow: 'active now',
    justNow: 'just now',
  },
  agent: ({ browser, system }) =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
  apps: {
    title: 'Connected apps',
    text: 'These applications act for you, within what you have allowed them.',
    none: 'No application has access to your account.',
    revoke: 'Remove access',
    since: (day) => `Allowed on ${day}.`,
    used: (when) => `Last used ${when}.`,
    neverUsed: 'Not used yet.',
  },
  activity: {
    title: 'Activity',
    text: 'What was done to your account in the last year, and from where.',
    older: 'Older',
    newest: 'Back to the newest',
    none: 'There is nothing here.',
    onCommandLine: 'By the operator, at the server',
    byItself: 'By itself',
    actions: {
      account_created: 'The account was made.',
      account_deleted: 'The account was deleted.',
      signed_in: ({ how }) => `Signed in${how ? ` (${how})` : ''}.`,
      sign_in_failed: 'Somebody tried to sign in with a wrong password.',
      reauthenticated: ({ how }) => `Identity confirmed${how ? ` (${how})` : ''}.`,
      signed_out: 'Signed out.',
      session_ended: ({ count }) =>
        count && count !== '1' ? `${count} sessions were ended.` : 'A session was ended.',
      password_changed: 'The password was changed.',
      password_reset: 'The password was reset by e-mail.',
      profile_changed: ({ administrator, account = 'The account' }) =>
        administrator === undefined
          ? 'The name was changed.'
          : administrator === 'yes'
            ? `${account} became an administrator of this server.`
            : `${account} is no administrator of this server any more.`,
      plan_changed: ({ plan, account }) =>
        `The plan${account ? ` of ${account}` : ''} was changed${plan ? ` to ${plan}` : ''}.`,
      second_factor_enabled: 'One-time codes were turned on.',
      second_factor_disabled: 'One-time codes were turned off.',
      second_factor_asked: 'The password was right, and a code was asked for.',
      second_factor_failed: 'Somebody who knew the password typed a wrong code.',
      recovery_codes_renewed: 'New recovery codes were made.',
      recovery_code_used: ({ left }) => `A recovery code was used${left ? `; ${left} are left` : ''}.`,
      passkey_added: ({ name }) => `The passkey${named(name)} was added.`,
      passkey_removed: ({ name, count }) =>
        count === undefined
          ? `The passkey${named(name)} was removed.`
          : count === '1'
            ? 'The passkey was removed.'
            : `All ${count} passkeys were removed.`,
      key_created: ({ name }) => `The API key${named(name)} was made.`,
      key_revoked: ({ count = '1' }) =>
        count === '1' ? 'An API key was revoked.' : `All ${count} API keys were revoked.`,
      app_created: ({ name }) => `The application${named(name)} was made.`,
      app_changed: ({ name }) => `The application${named(name)} was changed.`,
      app_deleted: ({ name }) => `The application${named(name)} was deleted.`,
      app_secret_rotated: ({ name, count }) =>
        count === undefined
          ? `The application${named(name)} got a new secret.`
          : 'The secrets of your OAuth applications were revoked.',
      app_authorized: ({ name }) => `The application${named(name)} was allowed to act for you.`,
      app_revoked: ({ name, count }) =>
        count === undefined
          ? `The application${named(name)} lost its access.`
          : 'All connected apps lost their access.',
      invitation_sent: ({ email }) => `An invitation was sent${email ? ` to ${email}` : ''}.`,
      invitation_withdrawn: ({ email }) => `The invitation${email ? ` of ${email}` : ''} was withdrawn.`,
      account_blocked: ({ account = 'The account', reason }) => `${account} was blocked${because(reason)}.`,
      account_unblocked: ({ account = 'The account' }) => `${account} is not blocked any more.`,
      link_blocked: ({ link, reason }) => `The link${named(link)} was blocked${because(reason)}.`,
      account_trusted:
        'An administrator trusts the account: visitors are not asked before they follow its links.',
      appeal_sent: 'An appeal against a block was sent.',
      appeal_decided: ({ outcome }) =>
        outcome === 'lifted'
          ? 'An appeal was decided: the block is lifted.'
          : 'An appeal was decided: the block stays.',
      link_unblocked: ({ link }) => `The link${named(link)} is not blocked any more.`,
      microsite_blocked: ({ microsite, reason }) =>
        `The page${named(microsite)} was blocked${because(reason)}.`,
      microsite_unblocked: ({ microsite }) => `The page${named(microsite)} is not blocked any more.`,
      report_closed: ({ outcome }) =>
        outcome === 'dismissed' ? 'A report was dismissed.' : 'What was reported was blocked.',
      webhook_created: ({ url }) => `The webhook${at(url)} was made.`,
      webhook_changed: ({ url, count }) =>
        count === undefined ? `The webhook${at(url)} was changed.` : 'All webhooks were turned off.',
      webhook_deleted: ({ url, reason }) =>
        reason === 'credential_ended'
          ? `The webhook${at(url)} ended with the key or the application that had subscribed it.`
          : `The webhook${at(url)} was deleted.`,
      webhook_secret_rotated: ({ url }) => `The webhook${at(url)} got a new secret.`,
      logo_given_up: ({ host }) => `A QR code logo from ${host} could not be processed.`,
    },
  },
  deleted: { title: 'Your account is deleted', text: 'Its links no longer work.' },
  delete: {
    title: 'Delete your account',
    text: 'Your links stop working at once. They, their statistics, your domains, keys and applications are deleted for ever. Nobody can bring them back.',
    email: 'Account',
    submit: 'Delete everything',
    keep: 'Keep the account',
  },
}
