// What an import of a file that is no program gives: the path of a font.
declare module '*.woff2' {
  const path: string
  export default path
}
