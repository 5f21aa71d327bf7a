// Makes a stylesheet of readable pieces as short as it can be without changing what it says.

export const stylesheet = (...pieces: string[]): string =>
  pieces
    .join('\n')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
