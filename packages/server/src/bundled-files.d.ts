// What an import of a file that is no program gives: its path, also inside of a single-file executable.
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
