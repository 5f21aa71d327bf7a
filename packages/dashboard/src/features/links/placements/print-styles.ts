// The styles of a printed sheet: made by script for the page's lifetime, because people choose the paper size there.

export type Paper = 'a4' | 'letter'

/** In millimetres, with the margins that nearly all printers need. */
export const papers: Record<Paper, { css: string; width: number; height: number }> = {
  a4: { css: 'A4', width: 210, height: 297 },
  letter: { css: 'letter', width: 215.9, height: 279.4 },
}
export const margin = 10
// Otherwise rounding can push the last row to a page of its own.
const spare = 0.5

/** Columns and rows, by the number of codes on a page. */
export const layouts = { 1: [1, 1], 2: [1, 2], 6: [2, 3], 12: [3, 4], 20: [4, 5], 30: [5, 6] } as const
export type PerPage = keyof typeof layouts

export const sheetId = 'print-sheet'

/** Prints only the sheet, each of its pages on its own paper. Returns a function that removes these styles. */
export function printSheet(paper: Paper): () => void {
  const { css, width, height } = papers[paper]
  const styles = new CSSStyleSheet()
  styles.replaceSync(`
    @page { size: ${css} portrait; margin: ${margin}mm }
    @media screen { #${sheetId} { display: none } }
    @media print {
      html, body { margin: 0; padding: 0; height: auto; overflow: visible; background: #fff }
      body > :not(#${sheetId}) { display: none !important }
      #${sheetId} > * {
        width: ${width - 2 * margin}mm;
        height: ${height - 2 * margin - spare}mm;
        break-inside: avoid;
      }
      #${sheetId} > :not(:last-child) { break-after: page }
    }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles)
  }
}
