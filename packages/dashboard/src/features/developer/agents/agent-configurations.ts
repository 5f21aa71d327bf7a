// What agents are told to find this server: the texts of docs/agents.md for any address, with a key or with signing in.

export interface AgentConfiguration {
  /** The program, as it calls itself. */
  name: string
  /** Its own documentation. */
  docs: string
  /** Where the text belongs: a file or, in a terminal, nothing. */
  file: string | null
  text: string
}

/** `isWithKey`: with an API key in a header; otherwise the agent opens the browser, where one signs in. */
export function agentConfigurations(address: string, isWithKey: boolean): AgentConfiguration[] {
  return [
    {
      name: 'Claude Code',
      docs: 'https://code.claude.com/docs/en/mcp',
      file: null,
      text: `claude mcp add --transport http linnet ${address}${isWithKey ? ' --header "Authorization: Bearer sk_live_…"' : ''}`,
    },
    {
      name: 'Claude Desktop',
      docs: 'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
      file: 'claude_desktop_config.json',
      text: bridged(address, isWithKey),
    },
    {
      name: 'Cursor',
      docs: 'https://cursor.com/docs/mcp',
      file: '.cursor/mcp.json',
      text: json(
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
      text: json(
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
      text: `[mcp_servers.linnet]
url = "${address}"${isWithKey ? '\nbearer_token_env_var = "LINNET_KEY"' : ''}`,
    },
    {
      name: 'JSON',
      docs: 'https://modelcontextprotocol.io',
      file: 'mcp.json',
      text: json({
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
}

/** For programs that only start programs. */
function bridged(address: string, isWithKey: boolean): string {
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

function json(value: string | object): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
