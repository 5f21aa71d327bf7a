// Exports the page's data as CSV files, and the chart as a picture. The code for that loads when it is needed.
import type { Report } from '@linnet/contract'
import type { RefObject } from 'react'
import { Button } from '../../components/button.tsx'
import { Download, ImageDown } from '../../components/icons.ts'
import { Menu } from '../../components/menu.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { useMessages } from '../../lib/language.ts'
import { saveCsv, saveFile } from '../../lib/save-file.ts'
import type { ReportSection } from './csv.ts'
import { statisticsMessages } from './messages.ts'

interface ExportMenuProps {
  report: Report
  /** The heading of the chart's picture. */
  title: string
  subtitle: string
  svgRef: RefObject<SVGSVGElement | null>
  /** False while the timeline is shown as a table. */
  hasChart: boolean
}

export function ExportMenu({ report, title, subtitle, svgRef, hasChart }: ExportMenuProps) {
  const text = useMessages(statisticsMessages)
  const sections: [ReportSection, string][] = [
    ['locations', text.countries],
    ['referers', text.referers],
    ['placements', text.placements],
    ['links', text.links],
    ['devices', text.devices],
    ['browsers', text.browsers],
    ['systems', text.systems],
  ]
  const fileName = (section: string, ending: string) =>
    `linnet-${section}-${report.start}-${report.end}.${ending}`
  async function attempt(save: () => Promise<void>) {
    try {
      await save()
    } catch {
      showToast({ kind: 'bad', title: text.exportFailed })
    }
  }
  const csv = (section: ReportSection) =>
    attempt(async () => {
      const { rowsOf } = await import('./csv.ts')
      await saveCsv(rowsOf(report, section, text), fileName(section, 'csv'))
    })
  const picture = () =>
    attempt(async () => {
      const { chartPicture } = await import('./charts/chart-picture.ts')
      if (!svgRef.current) throw new Error('there is no chart on the page')
      saveFile(await chartPicture(svgRef.current, { title, subtitle }), fileName('chart', 'png'))
    })
  return (
    <Menu
      label={text.export}
      trigger={
        <Button variant="quiet" size="small" icon={<Download />}>
          {text.export}
        </Button>
      }
      actions={[
        {
          label: text.exportPicture,
          icon: <ImageDown />,
          disabled: !hasChart,
          onSelect: () => void picture(),
        },
        { label: text.exportTimeline, icon: <Download />, onSelect: () => void csv('timeline') },
        null,
        ...sections
          .filter(([section]) => section === 'timeline' || report.breakdowns[section] !== null)
          .map(([section, name]) => ({
            label: text.exportOf(name),
            icon: <Download />,
            onSelect: () => void csv(section),
          })),
      ]}
    />
  )
}
