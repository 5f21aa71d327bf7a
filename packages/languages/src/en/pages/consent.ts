// The consent screen.

export const consentPages = {
  title: { before: '', after: ' wants to access your account' },
  scopesIntro: 'If you allow access, it can:',
  events: 'subscribe to events about the data that it can read',
  signedInAs: 'You are signed in as',
  switchAccount: 'Use another account',
  workspace: 'Workspace',
  ownWorkspace: 'Personal',
  readOnly: (name: string) => `${name} (read only)`,
  workspaceHint:
    'The application gets access to this workspace only, and can never do more than your role there allows.',
  destination: 'Next, you’ll be sent to',
  onThisDevice: 'a program on this device',
  from: 'Its website is',
  neighbour:
    'Another account on this server registered this application. Allow access only if you trust it and you started this yourself.',
  unverified:
    'This application registered itself, and nobody has verified its name. Allow access only if you started this yourself.',
  takeBack: (apps: string) => `You can remove its access at any time in your account, under “${apps}”.`,
  allow: 'Allow',
  deny: 'Deny',
  faults: {
    'unknown-app': {
      title: 'Unknown application',
      text: 'You were sent here by an application that isn’t registered on this server, or no longer is. Go back to the application, and contact its developer if this happens again.',
    },
    'unknown-address': {
      title: 'Unknown redirect URI',
      text: 'This request would send you to a URL that the application hasn’t registered, so it was stopped. Go back to the application, and contact its developer if this happens again.',
    },
    'request-gone': {
      title: 'This request is no longer valid',
      text: 'It was already answered, has expired, or was modified. No access was granted. Go back to the application and start over.',
    },
  },
  stop: {
    denied: { title: 'Access denied', text: ' didn’t get access to your account.' },
    failed: {
      title: 'This request failed',
      text: ' requested access to your account, but its request couldn’t be completed. It didn’t get access.',
    },
    warning:
      'This application registered itself, and nobody has verified its name or website. Continue only if you trust it and you started this yourself. Never enter your password for this account there.',
    destination: 'If you continue, you’ll be sent to',
    details: 'Details for developers',
    stay: 'Go to your account',
    leave: 'Continue',
  },
}
