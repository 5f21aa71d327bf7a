// The messages for connecting agents.

export const agents = {
  about:
    'Let agents such as Claude, Cursor or Codex use your account through the same operations as the API. All they need is one URL.',
  address: 'MCP server URL',
  copyAddress: 'Copy URL',
  allTools: 'All tools',
  allToolsHint:
    'Also lets agents read a link’s history, undo changes, roll links back, see what a visitor would get, and delete links for good.',
  anyScope: 'Depends on what is undone',
  gate: 'Your plan doesn’t include agent tools, so agents can’t connect. An administrator of this server can change your plan.',
  calls: 'Tool calls this month',
  connect: 'Connect an agent',
  how: 'Authentication',
  signIn: 'Sign in',
  key: 'API key',
  signInText:
    'Your browser opens, and you sign in and review what the agent asks for. You can remove its access under Account at any time.',
  keyText:
    'For agents that run unattended. Replace sk_live_… with the key, or put it in the environment variable that the configuration names.',
  makeKey: 'Create API key',
  agent: 'Agent',
  copyText: (name: string) => `Copy configuration for ${name}`,
  textLabel: (name: string) => `Configuration for ${name}`,
  terminal: 'In a terminal',
  theirDocs: (name: string) => `${name} documentation`,
  afterwards: (name: string) =>
    name === 'Claude Code'
      ? 'To sign in, run /mcp in Claude Code.'
      : name === 'Codex'
        ? 'To sign in, run: codex mcp login linnet'
        : '',
  desktop:
    'If this server is on the internet with HTTPS, you can also add the URL above under Settings → Connectors → Add custom connector.',
  tools: 'Tools',
  toolsText:
    'An agent sees only the tools that its permissions allow. Most agents ask you before they use one that changes something.',
  reads: 'read only',
  destroys: 'destructive',
  care: 'Titles and texts written by others can contain instructions meant to manipulate agents. Grant only the permissions that an agent needs.',
}
