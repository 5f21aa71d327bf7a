// A QR code from its modules as one path, dark on white in every theme, so that it scans.

// Empty modules around the code besides those that the style adds (ISO/IEC 18004, section 6.3.8: four in total).
const margin = 2

export const QrCode = ({ modules, label }: { modules: boolean[][]; label: string }) => {
  const size = modules.length + 2 * margin
  const path = modules
    .flatMap((row, y) =>
      runsOf(row).map(([x, length]) => `M${x + margin} ${y + margin}h${length}v1h-${length}z`),
    )
    .join('')
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={label}>
        <path fill="#000" d={path} />
      </svg>
    </div>
  )
}

/** The runs of adjacent dark modules: where each starts, and how long it is. */
function runsOf(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
