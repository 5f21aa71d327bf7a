// What an import of a file that is no program gives: the path of a font, the text of a drawing.
declare module '*.woff2' {
  const path: string
  export default path
}

declare module '*.svg' {
  const text: string
  export default text
}
