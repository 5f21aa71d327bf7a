// The type of an import of a non-code file: its path, in a single-file executable as well.
declare module '*.ttf' {
  const path: string
  export default path
}

declare module '*.mmdb' {
  const path: string
  export default path
}

declare module '*.wasm' {
  const path: string
  export default path
}
