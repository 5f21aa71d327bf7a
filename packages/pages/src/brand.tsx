// Linnet's logo, inline and as the favicon.

const body = 'M25 11a5.5 5.5 0 0 0-11 0L2 27h12a11 11 0 0 0 11-11z'
const beak = 'M24 8.2 30.5 11 25 13z'
const wing = 'M14 13.5a7.5 7.5 0 0 1-7.5 7.5H6l8-10.6z'

export const favicon = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  `<path fill="#c2364b" d="${body}"/><path fill="#e8a13a" d="${beak}"/><path fill="#8c2233" d="${wing}"/>`,
  '<circle fill="#fff" cx="20" cy="10.5" r="1.5"/></svg>',
].join('')

export const faviconAddress = `data:image/svg+xml,${encodeURIComponent(favicon)}`

export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="mark-body" d={body} />
    <path class="mark-beak" d={beak} />
    <path class="mark-wing" d={wing} />
    <circle class="mark-eye" cx="20" cy="10.5" r="1.5" />
  </svg>
)

export const Brand = () => (
  <span class="brand" translate="no">
    <Mark />
    Linnet
  </span>
)
