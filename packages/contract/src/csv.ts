// Which cells of a CSV file a spreadsheet would take for a formula: one rule for every file that is exported.

/**
 * A text that a spreadsheet may evaluate: one that begins with a tab or a line end, or whose first visible character is a sign
 * that begins formulas, in its ASCII, full-width or small form, for Excel and others read all of them alike. Letters, digits,
 * `-` and `_` alone call nothing, and short codes may begin with a dash. One that begins with apostrophes like a neutralised
 * cell counts too, so that each cell can be told from what was written in it.
 */
export const spreadsheetFormula =
  /^(?![A-Za-z0-9_-]*$)'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
