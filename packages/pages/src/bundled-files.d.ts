// The type of importing a file that is not code: the path of a font.
declare module '*.woff2' {
  const path: string
  export default path
}
