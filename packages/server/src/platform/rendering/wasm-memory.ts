// Limits the memory of a WebAssembly module that declares its own: an image that needs more ends in a trap.

const memorySection = 5
const pageBytes = 64 * 1024
const headerBytes = 8

/**
 * The module with a limit of `bytes` to its memory. Sections and limits: WebAssembly core specification, sections 5.5.2
 * and 5.3.8.
 */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  let position = headerBytes
  while (position < module.length) {
    const size = readNumber(module, position + 1)
    const end = size.next + size.value
    if (module[position] !== memorySection) {
      position = end
      continue
    }
    // One memory, with a minimum size and no maximum.
    if (module[size.next] !== 1 || module[size.next + 1] !== 0)
      throw new Error('the module declares its memory in another way now')
    const least = readNumber(module, size.next + 2).value
    const content = [1, 1, ...numberBytes(least), ...numberBytes(bytes / pageBytes)]
    const section = [memorySection, ...numberBytes(content.length), ...content]
    return Uint8Array.from(
      Buffer.concat([module.subarray(0, position), Buffer.from(section), module.subarray(end)]),
    )
  }
  throw new Error('the module has no memory of its own')
}

/** Reads a number with seven bits per byte, lowest first (LEB128). */
function readNumber(bytes: Uint8Array, position: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0, next = position; ; shift += 7) {
    const byte = bytes[next++] as number
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next }
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(Math.floor(value / 0x80))]
}
