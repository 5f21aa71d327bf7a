// The messages of connecting agents.
import { defineMessages } from '../../../lib/language.ts'

export const agentMessages = defineMessages({
  en: {
    about:
      'Agents such as Claude, Cursor or Codex can do with tools what the API can: one address is all they need.',
    address: 'Address of the tools (MCP)',
    copyAddress: 'Copy the address',
    gate: 'Your plan does not include the agents’ tools. An administrator of this server can give you another plan; agents are refused until then.',
    calls: 'Calls this month',
    connect: 'Connect an agent',
    how: 'How it proves who it is',
    signIn: 'Signing in',
    key: 'API key',
    signInText:
      'Your browser opens, you sign in and read what it asks for. What you allowed stands under Account, where you can take it back.',
    keyText:
      'For what runs without you. Put the key where it says sk_live_…, or into the variable that is named.',
    makeKey: 'Create a key',
    agent: 'Agent',
    copyText: (name: string) => `Copy the configuration for ${name}`,
    textLabel: (name: string) => `Configuration for ${name}`,
    terminal: 'In a terminal',
    theirDocs: (name: string) => `The documentation of ${name}`,
    afterwards: (name: string) =>
      name === 'Claude Code'
        ? 'To sign in, run /mcp inside of it.'
        : name === 'Codex'
          ? 'To sign in, run: codex mcp login linnet'
          : '',
    desktop:
      'Where this server is on the internet under https, Settings → Connectors → Add custom connector with the address above works as well.',
    tools: 'The tools',
    toolsText:
      'An agent is shown only those that what you allowed includes. Most agents ask you before they use one that changes something.',
    reads: 'looks only',
    destroys: 'overwrites or deletes',
    care: 'Titles and texts that other people wrote can try to talk an agent into something. Allow no more than it needs.',
  },
  id: {
    about:
      'Agen seperti Claude, Cursor, atau Codex dapat melakukan dengan alat apa yang dilakukan API: cukup satu alamat.',
    address: 'Alamat alat (MCP)',
    copyAddress: 'Salin alamat',
    gate: 'Paket Anda tidak mencakup alat untuk agen. Administrator server ini dapat memberi Anda paket lain; sampai saat itu agen ditolak.',
    calls: 'Panggilan bulan ini',
    connect: 'Hubungkan agen',
    how: 'Cara agen membuktikan dirinya',
    signIn: 'Masuk',
    key: 'Kunci API',
    signInText:
      'Peramban Anda terbuka, Anda masuk dan membaca apa yang diminta. Yang Anda izinkan tercantum di Akun, dan dapat dicabut di sana.',
    keyText: 'Untuk yang berjalan tanpa Anda. Isi kunci di tempat sk_live_…, atau di variabel yang disebut.',
    makeKey: 'Buat kunci',
    agent: 'Agen',
    copyText: (name: string) => `Salin konfigurasi untuk ${name}`,
    textLabel: (name: string) => `Konfigurasi untuk ${name}`,
    terminal: 'Di terminal',
    theirDocs: (name: string) => `Dokumentasi ${name}`,
    afterwards: (name: string) =>
      name === 'Claude Code'
        ? 'Untuk masuk, jalankan /mcp di dalamnya.'
        : name === 'Codex'
          ? 'Untuk masuk, jalankan: codex mcp login linnet'
          : '',
    desktop:
      'Jika server ini ada di internet dengan https, Settings → Connectors → Add custom connector dengan alamat di atas juga dapat dipakai.',
    tools: 'Daftar alat',
    toolsText:
      'Agen hanya melihat alat yang termasuk dalam izin Anda. Kebanyakan agen bertanya sebelum memakai alat yang mengubah sesuatu.',
    reads: 'hanya melihat',
    destroys: 'menimpa atau menghapus',
    care: 'Judul dan teks yang ditulis orang lain dapat mencoba membujuk agen. Jangan izinkan lebih dari yang diperlukan.',
  },
})
