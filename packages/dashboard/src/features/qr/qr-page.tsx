// The page of QR codes: choosing one, designing it and downloading it.
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../../components/button.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Failure, Loading, Skeleton } from '../../components/states.tsx'
import { useMessages } from '../../lib/language.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { Designer } from './designer.tsx'
import { imagesQuery } from './logo-field.tsx'
import { qrMessages } from './messages.ts'
import { qrCodeQuery, type Subject, subjectOf } from './subject.ts'
import { SubjectPicker } from './subject-picker.tsx'

export function QrPage() {
  const text = useMessages(qrMessages)
  const { qr } = useMessages(navigationMessages)
  const subject = subjectOf(useSearch({ from: '/qr' }))
  return (
    <Page title={qr} description={text.description}>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:grid-rows-[auto_1fr]">
        <OpenedQrCode key={`${subject.kind} ${subject.id}`} subject={subject} />
        <SubjectPicker subject={subject} />
      </div>
      <Card title={text.scans}>
        <p className="max-w-prose text-sm text-soft">{text.scansText}</p>
      </Card>
    </Page>
  )
}

function OpenedQrCode({ subject }: { subject: Subject }) {
  const text = useMessages(qrMessages)
  const qrCode = useQuery(qrCodeQuery(subject))
  // Loaded first, so that nothing moves when they arrive; if they can't be loaded, a URL still works.
  const images = useQuery(imagesQuery)
  if (qrCode.data && !images.isPending) return <Designer subject={subject} qrCode={qrCode.data} />
  if (qrCode.isError)
    return (
      <div className="grid gap-4">
        <Failure error={qrCode.error} onRetry={() => void qrCode.refetch()} />
        <ButtonLink to="/qr" search={{}} className="justify-self-start">
          {text.toAccount}
        </ButtonLink>
      </div>
    )
  return (
    <>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Loading>
          <Skeleton className="h-112" />
        </Loading>
      </div>
      <div className="lg:col-start-1">
        <Skeleton className="h-112" />
      </div>
    </>
  )
}
