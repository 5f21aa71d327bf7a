// The rows of the account's lists.
import type { ReactNode } from 'react'

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="-my-2 divide-y divide-line">{children}</ul>
}

interface RowProps {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

export function Row({ icon, title, badge, children, actions }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        {icon ? (
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-soft [&_svg]:size-4.5">
            {icon}
          </span>
        ) : null}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-medium" dir="auto">
              {title}
            </span>
            {badge}
          </div>
          <div className="text-sm text-soft">{children}</div>
        </div>
      </div>
      {actions ? <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div> : null}
    </li>
  )
}
