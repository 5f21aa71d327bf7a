// Stand-ins for what the pages will draw: the words of a page without any look.
import type { Language, MicrositePage } from '@linnet/pages'
import type { StaticFile } from './static-files.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export function renderMicrosite(page: MicrositePage, language: Language) {
  const html = `<html lang="${language}"><h1>${escape(page.title)}</h1>${escape(JSON.stringify(page))}</html>`
  return { html, contentSecurityPolicy: "default-src 'none'" }
}

export function previewSvg(page: MicrositePage): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><text>${escape(page.title)}</text></svg>`
}

export const staticFiles: ReadonlyMap<string, StaticFile> = new Map()
