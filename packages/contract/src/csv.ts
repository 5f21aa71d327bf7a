// Which CSV cells a spreadsheet would read as a formula: one rule for every exported file.

/**
 * Matches strings that a spreadsheet may evaluate: those that begin with a tab or line break, or whose first visible character
 * starts a formula. Excel and others accept the ASCII, full-width and small forms alike. A string of letters, digits, `-` and
 * `_` is harmless, and short codes may begin with a dash. Strings that already begin with apostrophes, like an escaped cell,
 * match too, so that escaping stays reversible.
 */
export const spreadsheetFormula =
  /^(?![A-Za-z0-9_-]*$)'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
