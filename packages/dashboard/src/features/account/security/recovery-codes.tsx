// The recovery codes, shown once: to copy, to download, to print.

import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Download, Printer } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useMe } from '../../../lib/session.ts'
import { useSharedMessages } from '../messages.ts'
import { securityMessages } from './security-messages.ts'

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { newCodes: shared } = useSharedMessages()
  const text = useMessages(securityMessages)
  const { user } = useMe()
  const host = location.host
  const file = `${text.codesFor(host, user.email)}\n\n${codes.join('\n')}\n`

  function download() {
    const name = `${text.codesOf(host).replaceAll(/[^\w.]+/g, '-')}.txt`
    saveFile(new Blob([file], { type: 'text/plain' }), name)
  }

  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={shared.title}
      description={shared.text}
      footer={
        <Button variant="primary" onClick={onClose}>
          {shared.done}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="printed grid gap-3">
          <p className="hidden print:block">{text.codesFor(host, user.email)}</p>
          <ol
            className="grid gap-x-4 gap-y-2 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
            translate="no"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton variant="button" text={file} label={text.copyCodes} />
          <Button size="small" icon={<Download />} onClick={download}>
            {text.download}
          </Button>
          <Button size="small" icon={<Printer />} onClick={() => print()}>
            {text.print}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
