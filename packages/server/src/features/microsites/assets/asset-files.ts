// Where the files of images are kept: what a folder and a bucket have in common.

export interface AssetFiles {
  /** Keeps a file under a name, whole or not at all. Throws where it cannot be kept. */
  put(name: string, content: Uint8Array): Promise<void>
  /** What a response is made of; null where there is no such file. */
  get(name: string): Promise<Blob | null>
  /** Removes files, and what an interrupted `put` has left of them. Those that are not there are fine. */
  remove(names: string[]): Promise<void>
}

/** How a file of an image is called: `k3v9.webp`, and `k3v9-640.webp` for its variant of that width. */
export function fileName(asset: { name: string; format: string }, width?: number): string {
  return `${asset.name}${width === undefined ? '' : `-${width}`}.${asset.format}`
}

const pattern = /^([a-z0-9]{24})(?:-([1-9]\d{1,4}))?\.(webp|svg)$/

/** What a file's name says; null where no file of ours is called so. */
export function readFileName(text: string): { name: string; width: number | null; format: string } | null {
  const [, name, width, format] = pattern.exec(text) ?? []
  if (name === undefined || format === undefined) return null
  return { name, width: width === undefined ? null : Number(width), format }
}

/** The names of all files of an image. */
export function fileNames(asset: { name: string; format: string; widths: number[] }): string[] {
  return [fileName(asset), ...asset.widths.map((width) => fileName(asset, width))]
}
