// The configuration that connects each agent to this server: the examples of docs/agents.md for any address, with an API key
// or by signing in.

export interface AgentConfiguration {
  /** The program's own name. */
  name: string
  /** Its own documentation. */
  docs: string
  /** The file that the text belongs in; null for a terminal. */
  file: string | null
  text: string
}

interface Connection {
  /** The address of the tools. */
  address: string
  /** With an API key in a header; otherwise the agent opens the browser to sign in. */
  isWithKey: boolean
}

interface AgentTemplate extends Omit<AgentConfiguration, 'text'> {
  text(connection: Connection): string
}

const templates: readonly AgentTemplate[] = [
  {
    name: 'Claude Code',
    docs: 'https://code.claude.com/docs/en/mcp',
    file: null,
    text: ({ address, isWithKey }) =>
      `claude mcp add --transport http linnet ${quoted(address)}${isWithKey ? ' --header "Authorization: Bearer sk_live_…"' : ''}`,
  },
  {
    name: 'Claude Desktop',
    docs: 'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
    file: 'claude_desktop_config.json',
    text: bridgeConfiguration,
  },
  {
    name: 'Cursor',
    docs: 'https://cursor.com/docs/mcp',
    file: '.cursor/mcp.json',
    text: ({ address, isWithKey }) =>
      json(
        isWithKey
          ? `{
  "mcpServers": {
    "linnet": {
      "url": "${address}",
      "headers": { "Authorization": "Bearer \${env:LINNET_KEY}" }
    }
  }
}`
          : { mcpServers: { linnet: { url: address } } },
      ),
  },
  {
    name: 'VS Code',
    docs: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    file: '.vscode/mcp.json',
    text: ({ address, isWithKey }) =>
      json(
        isWithKey
          ? `{
  "inputs": [{ "type": "promptString", "id": "linnet-key", "description": "Linnet API key", "password": true }],
  "servers": {
    "linnet": {
      "type": "http",
      "url": "${address}",
      "headers": { "Authorization": "Bearer \${input:linnet-key}" }
    }
  }
}`
          : { servers: { linnet: { type: 'http', url: address } } },
      ),
  },
  {
    name: 'Codex',
    docs: 'https://developers.openai.com/codex/mcp',
    file: '~/.codex/config.toml',
    text: ({ address, isWithKey }) => `[mcp_servers.linnet]
url = "${address}"${isWithKey ? '\nbearer_token_env_var = "LINNET_KEY"' : ''}`,
  },
  {
    name: 'JSON',
    docs: 'https://modelcontextprotocol.io',
    file: 'mcp.json',
    text: ({ address, isWithKey }) =>
      json({
        mcpServers: {
          linnet: {
            type: 'http',
            url: address,
            ...(isWithKey ? { headers: { Authorization: 'Bearer sk_live_…' } } : {}),
          },
        },
      }),
  },
]

export function agentConfigurations(connection: Connection): AgentConfiguration[] {
  return templates.map((template) => ({ ...template, text: template.text(connection) }))
}

/** For agents that can start programs, but can't connect to servers. */
function bridgeConfiguration({ address, isWithKey }: Connection): string {
  const header = isWithKey ? `, "--header", "Authorization:\${AUTH_HEADER}"` : ''
  return `{
  "mcpServers": {
    "linnet": {
      "command": "npx",
      "args": ["-y", "mcp-remote@0.15.1", "${address}"${header}]${
        isWithKey ? ',\n      "env": { "AUTH_HEADER": "Bearer sk_live_…" }' : ''
      }
    }
  }
}`
}

/** Quoted, because some shells treat a question mark as a pattern. */
const quoted = (address: string) => (address.includes('?') ? `"${address}"` : address)

function json(value: string | object): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
