// The icons of visitor pages. They repeat the text beside them, so screen readers skip them.

const drawings = {
  missing: 'M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12h4M3 3l18 18',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  used: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5',
  blocked: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M5.6 5.6l12.8 12.8',
  once: 'M4 12h13M12 6.5l5.5 5.5-5.5 5.5M21 5v14',
  lock: 'M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1M8 11V7.5a4 4 0 0 1 8 0V11M12 15v2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  hidden:
    'M10 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.4 3.2M6.5 7.1A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.5-1.2M9.9 10.1a2.8 2.8 0 0 0 4 3.9M3.5 3.5l17 17',
  wait: 'M7 3h10M7 21h10M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21',
  pause: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M10 9v6M14 9v6',
  fault: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.01',
  link: 'M10 14a4.5 4.5 0 0 0 6.4 0l3.3-3.3a4.5 4.5 0 0 0-6.4-6.4L12 5.6M14 10a4.5 4.5 0 0 0-6.4 0l-3.3 3.3a4.5 4.5 0 0 0 6.4 6.4l1.3-1.3',
  page: 'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M9.5 8h5M9.5 12h5M9.5 16h3',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5M20 14v.01M14 20v.01',
  chart: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
)
