// The page on which the QR codes of a link's placements are printed: paper, codes per page, a preview, and the sheet itself.
import type { Link, Placement } from '@linnet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field, Select } from '../../../components/field.tsx'
import { Printer } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Card, Page } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { placementMessages } from './messages.ts'
import { codeQuery, placementsQuery } from './placements-query.ts'
import { layouts, margin, type Paper, type PerPage, papers, printSheet, sheetId } from './print-styles.ts'
import { SheetPage as PaperPage, type PrintedCode } from './sheet.tsx'

// A session may request ten codes a second; a few at a time leave room for the rest of the dashboard.
const codesAtOnce = 4

export function SheetPage() {
  const text = useMessages(placementMessages)
  const { link: id = '' } = useSearch({ strict: false }) as { link?: string }
  const query = useQuery({
    queryKey: ['links', 'sheet', id],
    queryFn: async ({ signal }) => (await client.links.get({ short: id }, { signal })).data,
  })
  const placements = useQuery(placementsQuery(id))
  return (
    <Page
      title={text.sheetTitle}
      description={query.data ? withoutScheme(query.data.short_url) : text.sheetText}
      actions={
        <ButtonLink to="/links" search={{ link: id } as never}>
          {text.back}
        </ButtonLink>
      }
    >
      <Loaded query={query} heights={['h-64']}>
        {(link) => (
          <Loaded query={placements} heights={['h-64']}>
            {({ placements }) =>
              placements.length === 0 ? (
                <Empty icon={<Printer />} title={text.none}>
                  {text.hint}
                </Empty>
              ) : (
                <Sheet link={link} placements={placements} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function Sheet({ link, placements }: { link: Link; placements: Placement[] }) {
  const text = useMessages(placementMessages)
  const formats = useFormats()
  const hasPlan = placements.some(({ planned }) => planned)
  const [paper, setPaper] = useState<Paper>('a4')
  const [perPage, setPerPage] = useState<PerPage>(6)
  const [chosen, setChosen] = useState(
    () => new Set(placements.filter(({ planned }) => planned || !hasPlan).map(({ name }) => name)),
  )
  const wanted = placements.filter(({ name }) => chosen.has(name))
  const codes = useCodes(link.id, wanted)
  useEffect(() => printSheet(paper), [paper])
  const pages = codes.data ? pagesOf(codes.data, perPage) : []
  const count = Math.ceil(wanted.length / perPage)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <Card title={text.print} description={text.sheetText}>
        <Segments
          label={text.paper}
          value={paper}
          options={(Object.keys(papers) as Paper[]).map((value) => ({ value, label: text.papers[value] }))}
          onChange={(chosen) => setPaper(chosen)}
        />
        <Field label={text.perPage}>
          {(control) => (
            <Select
              {...control}
              value={String(perPage)}
              onChange={({ target }) => setPerPage(Number(target.value) as PerPage)}
            >
              {Object.keys(layouts).map((number) => (
                <option key={number} value={number}>
                  {formats.number(Number(number))}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Choice placements={placements} chosen={chosen} onChange={setChosen} />
        <p role="status" className="text-sm text-soft">
          {wanted.length === 0
            ? text.nothingChosen
            : codes.isPending
              ? text.preparing
              : count === 1
                ? text.onePage
                : text.pages(formats.number(count))}
        </p>
        <Button
          variant="primary"
          icon={<Printer />}
          disabled={pages.length === 0}
          onClick={() => window.print()}
          className="justify-self-start"
        >
          {text.printNow}
        </Button>
      </Card>
      {codes.isError ? (
        <Failure error={codes.error} onRetry={() => void codes.refetch()} />
      ) : codes.isPending && wanted.length > 0 ? (
        <Loading>
          <Skeleton className="aspect-[210/297] w-full" />
        </Loading>
      ) : (
        <Preview link={link} pages={pages} paper={paper} perPage={perPage} />
      )}
      {createPortal(
        <div id={sheetId}>
          {pages.map((some) => (
            <div key={some[0]?.placement.name}>
              <PaperPage link={link} codes={some} perPage={perPage} />
            </div>
          ))}
        </div>,
        document.body,
      )}
    </div>
  )
}

interface ChoiceProps {
  placements: Placement[]
  chosen: ReadonlySet<string>
  onChange(chosen: Set<string>): void
}

function Choice({ placements, chosen, onChange }: ChoiceProps) {
  const text = useMessages(placementMessages)
  const isAll = placements.every(({ name }) => chosen.has(name))
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-medium">{text.choose}</legend>
      {placements.length > 1 ? (
        <Checkbox
          label={text.all}
          checked={isAll}
          onChange={() => onChange(new Set(isAll ? [] : placements.map(({ name }) => name)))}
        />
      ) : null}
      <div className="grid max-h-64 gap-1 overflow-y-auto">
        {placements.map(({ name }) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.has(name)}
            onChange={() => {
              const changed = new Set(chosen)
              if (!changed.delete(name)) changed.add(name)
              onChange(changed)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PreviewProps {
  link: Link
  pages: PrintedCode[][]
  paper: Paper
  perPage: PerPage
}

/** The pages as they will be printed, with their margins. */
function Preview({ link, pages, paper, perPage }: PreviewProps) {
  const { width, height } = papers[paper]
  const page = { aspectRatio: `${width} / ${height}`, padding: `${(100 * margin) / width}%` }
  return (
    <div className="grid gap-4">
      {pages.map((codes) => (
        <div
          key={codes[0]?.placement.name}
          style={page}
          className="w-full max-w-xl rounded-control border border-line bg-white"
        >
          <PaperPage link={link} codes={codes} perPage={perPage} />
        </div>
      ))}
    </div>
  )
}

function pagesOf(codes: PrintedCode[], perPage: number): PrintedCode[][] {
  return Array.from({ length: Math.ceil(codes.length / perPage) }, (_, page) =>
    codes.slice(page * perPage, (page + 1) * perPage),
  )
}

/** The codes of these placements, a few at a time. */
function useCodes(link: string, placements: Placement[]) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['qr', 'sheet', link, placements.map(({ name }) => name)],
    enabled: placements.length > 0,
    async queryFn(): Promise<PrintedCode[]> {
      const codes: PrintedCode[] = []
      for (let first = 0; first < placements.length; first += codesAtOnce)
        codes.push(
          ...(await Promise.all(
            placements.slice(first, first + codesAtOnce).map(async (placement) => ({
              placement,
              svg: await queries.fetchQuery(codeQuery(link, placement.name)),
            })),
          )),
        )
      return codes
    },
  })
}
