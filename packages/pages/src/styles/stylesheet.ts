// Minifies a readable stylesheet without changing its meaning.

export const stylesheet = (...pieces: string[]): string =>
  pieces
    .join('\n')
    // Comments, from start to end.
    .split('*/')
    .map((piece) => piece.split('/*', 1)[0])
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
