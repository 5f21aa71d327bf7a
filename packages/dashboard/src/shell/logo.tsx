// Linnet's logo, as on all its pages.

export const Logo = () => (
  <svg className="size-7" viewBox="0 0 32 32" aria-hidden="true">
    <path className="mark-body" d="M25 11a5.5 5.5 0 0 0-11 0L2 27h12a11 11 0 0 0 11-11z" />
    <path className="mark-beak" d="M24 8.2 30.5 11 25 13z" />
    <path className="mark-wing" d="M14 13.5a7.5 7.5 0 0 1-7.5 7.5H6l8-10.6z" />
    <circle className="mark-eye" cx="20" cy="10.5" r="1.5" />
  </svg>
)
