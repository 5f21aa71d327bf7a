// Where image files are stored: what a folder and a bucket have in common.

export interface AssetFiles {
  /** Stores a file under a name, completely or not at all. Throws if that fails. */
  put(name: string, content: Uint8Array): Promise<void>
  /** The body of a response; null if there is no such file. */
  get(name: string): Promise<Blob | null>
  /** Removes files, and what an interrupted `put` has left of them. Missing files are ignored. */
  remove(names: string[]): Promise<void>
}

/** The name of an image's file: `k3v9.webp`, and `k3v9-640.webp` for the variant of that width. */
export function fileName(asset: { name: string; format: string }, width?: number): string {
  return `${asset.name}${width === undefined ? '' : `-${width}`}.${asset.format}`
}

const pattern = /^([a-z0-9]{24})(?:-([1-9]\d{1,4}))?\.(webp|svg)$/

/** Parses a file's name; null if it isn't one of ours. */
export function readFileName(text: string): { name: string; width: number | null; format: string } | null {
  const [, name, width, format] = pattern.exec(text) ?? []
  if (name === undefined || format === undefined) return null
  return { name, width: width === undefined ? null : Number(width), format }
}

/** The names of all files of an image. */
export function fileNames(asset: { name: string; format: string; widths: number[] }): string[] {
  return [fileName(asset), ...asset.widths.map((width) => fileName(asset, width))]
}
