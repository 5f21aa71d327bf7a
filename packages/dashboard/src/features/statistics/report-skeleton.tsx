// The placeholder of a report while it loads, of the same size.
import { Loading, Skeleton } from '../../components/states.tsx'

export function ReportSkeleton() {
  return (
    <Loading>
      <span className="grid gap-6">
        <Skeleton className="h-131 rounded-card sm:h-103" />
        <span className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-160 rounded-card md:h-110 lg:col-span-2" />
          <Skeleton className="h-100 rounded-card" />
          <Skeleton className="h-100 rounded-card" />
        </span>
      </span>
    </Loading>
  )
}
